export function embedderModel(madeOf: {
  packages: Record<string, string>;
  glosses: string;
  computation: string;
}): string;

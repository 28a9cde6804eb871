export function embedderModel(inputs: {
  packages: Record<string, string>;
  glosses: string;
  computation: string;
}): string;

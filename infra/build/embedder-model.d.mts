export function embedderModel(madeOf: { packages: Record<string, string>; glosses: string; preparation: string }): string;

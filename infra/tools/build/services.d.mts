export function servicesIn(repositoryRoot: string): string[];

export const corrections: Readonly<Record<string, string>>;

export const serviceOptions: string[];
export const serviceEnvironment: Record<string, string>;

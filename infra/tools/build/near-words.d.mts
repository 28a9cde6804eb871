export function nearWords(index: string, data: string): string;
export function buildNearWords(root: string): Promise<void>;

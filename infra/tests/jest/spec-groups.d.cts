export const root: string;
export function placeSpecs(): { groups: Record<string, string[]>; alone: string[] };
export function isWholeRun(args: string[]): boolean;

export function displayWidth(text: string): number;
export function printable(value: unknown): string;
export function textTable(
  columns: readonly { label: string; unit?: string | null | undefined; type: string }[],
  rows: readonly (readonly unknown[])[],
): string[];

export const calculations = ['sum', 'avg', 'max', 'min', 'count'] as const;
export type Calculation = (typeof calculations)[number];

/** PostgreSQL that calculates a figure from a column. */
export function metricExpression(calculation: Calculation, table: string, column: string): string {
  const value = `${identifier(table)}.${identifier(column)}`;
  return calculation === 'count' ? `count(DISTINCT ${value})` : `${calculation}(${value})`;
}

/** A table may be named with its schema. */
const identifier = (name: string): string =>
  name
    .split('.')
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join('.');

/** An id for a new figure that no other has: its word without spaces. */
export function metricId(word: string, taken: ReadonlySet<string>): string {
  const plain =
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_|_$/g, '') || 'figure';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(id)) return id;
  }
}

import { normal } from './compare-cells';

type Row = readonly unknown[];

/** Only the first rows of an order are asked for, and how many. */
const LIMITED = /\blimit\s+(\d+)\s*;?\s*$/i;
/** Of more rows, ties are not looked for: each row may cost a statement. */
const MOST_ROWS = 20;

/**
 * The gold's rows as an answer may have them, too: a question leaves open in which order ties stand, and which of them
 * are among the first. Among rows that tie, those that stand in the answer are taken, where they stand there.
 *
 * @param rowsOf runs a statement
 * @returns null where the statement does not ask for the first rows of an order
 */
export async function rowsTiedLike(
  answer: readonly Row[],
  sql: string,
  rowsOf: (sql: string) => Promise<readonly Row[]>,
): Promise<Row[] | null> {
  const limit = LIMITED.exec(sql);
  const most = Number(limit?.[1] ?? 0);
  if (limit === null || most < 1 || most > MOST_ROWS || !/\border\s+by\b/i.test(sql)) return null;
  const upTo = (count: number): Promise<readonly Row[]> =>
    rowsOf(`${sql.slice(0, limit.index)} FETCH FIRST ${count} ROWS WITH TIES`);
  const all = await upTo(most);
  const taken: Row[] = [];
  while (taken.length < Math.min(most, all.length)) {
    const from = taken.length;
    const end = from + 1 < all.length ? (await upTo(from + 1)).length : all.length;
    taken.push(...chosen(all.slice(from, end), answer, { from, count: Math.min(end, most) - from }));
  }
  return taken;
}

/** So many of the tied rows: first those that the answer has at the same place, then those that it has anywhere. */
function chosen(tied: readonly Row[], answer: readonly Row[], { from, count }: { from: number; count: number }): Row[] {
  const left = [...tied];
  const take = (fits: (row: Row) => boolean): Row | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const targets = Array.from({ length: count }, (_, i) => take((row) => isWithin(row, answer[from + i])));
  const anywhere = targets.map((row) => row ?? take((one) => answer.some((other) => isWithin(one, other))));
  return anywhere.map((row) => row ?? take(() => true)).filter((row) => row !== undefined);
}

/** Every cell of a gold row stands in the answer's, as often. */
function isWithin(row: Row, other: Row | undefined): boolean {
  const cells = (other ?? []).map(normal);
  return (
    other !== undefined &&
    row.map(normal).every((cell) => {
      const at = cells.indexOf(cell);
      if (at >= 0) cells.splice(at, 1);
      return at >= 0;
    })
  );
}

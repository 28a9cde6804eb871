import { normal } from './compare-cells';

type Row = readonly unknown[];

/** Matches a statement for the first rows of an order, and their number. */
const LIMITED = /\blimit\s+(\d+)\s*;?\s*$/i;
/** Maximum number of rows for which ties are searched, because each row may need a statement. */
const MOST_ROWS = 20;

/**
 * Returns the gold's rows with ties chosen and ordered like the answer's, because a question leaves open the order of
 * tied rows and which of them are among the first.
 *
 * @param rowsOf runs a statement
 * @returns null if the statement does not select the first rows of an order
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

/** Chooses tied rows: first those at the same position of the answer, then those elsewhere in it. */
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

/** Whether the answer's row contains every cell of a gold row, at least as often. */
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

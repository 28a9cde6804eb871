import { sameRows } from './compare-rows';
import { withYears } from './demo-questions';
import { rowsTiedLike } from './tied-rows';

/** A statement over these rows in this order. Rows with the same letter tie. */
const ranked: [name: string, key: string][] = [
  ['a', 'x'],
  ['b', 'y'],
  ['c', 'y'],
  ['d', 'z'],
  ['e', 'z'],
  ['f', 'z'],
  ['g', 'w'],
];
const rowsOf = async (sql: string): Promise<string[][]> => {
  const count = Number(/FETCH FIRST (\d+) ROWS WITH TIES$/.exec(sql)?.[1]);
  const last = ranked[count - 1]?.[1];
  return ranked.filter(([, key], at) => at < count || key === last).map((row) => [...row]);
};
const isRight = async (answer: string, limit: number, ordered = true): Promise<boolean> => {
  const rows = [...answer].map((name) => [name, ranked.find(([one]) => one === name)?.[1]]);
  const tied = await rowsTiedLike(rows, `SELECT name, key FROM ranked ORDER BY key LIMIT ${limit}`, rowsOf);
  return tied !== null && sameRows(tied, rows, { ordered, prefix: false, anyLayout: false });
};

it.each([
  ['abcd', 4],
  ['acbf', 4],
  ['abce', 4],
  ['ac', 2],
  ['abcfed', 6],
  ['abcdefg', 7],
])('tied rows are interchangeable: %s as the first %i', async (answer, limit) =>
  expect(await isRight(answer, limit)).toBe(true),
);

it.each([
  ['abdc', 4],
  ['bacd', 4],
  ['abc', 4],
  ['abcg', 4],
  ['bc', 2],
  ['abcdd', 5],
  ['abcde', 4],
])('and no others may: %s as the first %i', async (answer, limit) => expect(await isRight(answer, limit)).toBe(false));

it('without an order, tied rows may be anywhere, and all other rows must be present', async () => {
  expect([await isRight('fcba', 4, false), await isRight('fedb', 4, false)]).toEqual([true, false]);
});

it.each([
  'SELECT name FROM ranked ORDER BY key',
  'SELECT name FROM ranked LIMIT 3',
  'SELECT name FROM ranked ORDER BY key LIMIT 5000',
])('no ties are looked for in %s', async (sql) => expect(await rowsTiedLike([], sql, rowsOf)).toBeNull());

it('the years in demo questions depend on the day', () => {
  expect(withYears('2010 {year}-01-01 {year-2} {year+1} {wide year-1} {years}', '2028-02-29')).toBe(
    '2010 2028-01-01 2026 2029 ２０２７ {years}',
  );
});

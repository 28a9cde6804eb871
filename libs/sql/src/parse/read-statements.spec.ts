import { readStatements } from './read-statements';

describe('readStatements', () => {
  it.each([
    ['SELECT 1', 1],
    ['SELECT 1; SELECT 2;', 2],
    ['DROP TABLE t', 1],
    ['-- nothing', 0],
    ['SELECT * FORM t', null],
    ['这不是语句', null],
    [`SELECT ${'('.repeat(15_000)}`, null],
    [`SELECT 1 ${'/*'.repeat(300)}`, null],
    ['SELECT 1\u0000', null],
  ])('counts the statements of %j', async (sql, count) => {
    expect((await readStatements(sql))?.length ?? null).toBe(count);
  });

  it('returns equal keys for texts that differ only by spaces, keyword case and comments', async () => {
    const key = async (sql: string) => (await readStatements(sql))?.[0]?.key;
    expect(await key('select  a from t -- x')).toBe(await key('SELECT a FROM t;'));
    expect(await key('SELECT a FROM t WHERE b = 1')).not.toBe(await key('SELECT a FROM t WHERE b = 2'));
  });

  it('recognises a distinct query, a write and a query that selects nothing', async () => {
    expect(await readStatements('SELECT DISTINCT a FROM t')).toMatchObject([
      { query: true, distinct: true, full: true },
    ]);
    expect(await readStatements('SELECT count(DISTINCT a) FROM t')).toMatchObject([{ distinct: false }]);
    expect(await readStatements('DELETE FROM t')).toMatchObject([{ query: false }]);
    expect(await readStatements('SELECT')).toMatchObject([{ full: false }]);
  });

  it('stays intact after many texts that are deeper than the parser’s stack', async () => {
    for (let i = 0; i < 60; i++) expect(await readStatements(`SELECT ${'1+'.repeat(9_000)}1`)).toBeNull();
    expect(await readStatements('SELECT a, b + 1 FROM t')).toHaveLength(1);
  });
});

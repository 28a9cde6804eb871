import { guardStatement, type GuardCatalogue } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { introspect, openDatasource, runReadOnly, type Datasource } from '..';

/** User functions and operators that PostgreSQL prefers to its own for the given types, and one for a user's type. */
const PLANTED = `
  CREATE TABLE people (name varchar, born date, pay numeric);
  INSERT INTO people VALUES ('Ada', '1815-12-10', 7);
  CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
  CREATE FUNCTION to_char(date, varchar) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
  CREATE FUNCTION sum(numeric, int) RETURNS numeric LANGUAGE sql AS 'SELECT -1::numeric';
  CREATE FUNCTION joined(varchar, varchar) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
  CREATE OPERATOR || (leftarg = varchar, rightarg = varchar, function = joined);
  CREATE FUNCTION half(numeric, int) RETURNS numeric LANGUAGE sql AS 'SELECT -1::numeric';
  CREATE OPERATOR / (leftarg = numeric, rightarg = int, function = half);
  CREATE TYPE coin AS (value int);
  CREATE FUNCTION same_coin(coin, coin) RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE OPERATOR = (leftarg = coin, rightarg = coin, function = same_coin);
  CREATE TYPE mood AS ENUM ('sad'); CREATE TABLE felt (mood mood);
  CREATE FUNCTION moody(mood, mood) RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE OPERATOR @@ (leftarg = mood, rightarg = mood, function = moody);
  CREATE FUNCTION plus(varchar, mood) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
  CREATE OPERATOR + (leftarg = varchar, rightarg = mood, function = plus);
  CREATE FUNCTION same(numeric, int) RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE OPERATOR >= (leftarg = numeric, rightarg = int, function = same);
  CREATE OPERATOR <= (leftarg = numeric, rightarg = int, function = same);
  INSERT INTO felt VALUES ('sad')`;

describe('a user’s function or operator with a system name', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;
  let catalogue: GuardCatalogue;

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(PLANTED);
    datasource = openDatasource({
      name: 'planted',
      url: server.url,
      limits: { statementTimeoutMs: 5_000, maxRows: 10, maxBytes: 10_000 },
    });
    const { schema, tables, ownFunctions, ownOperators } = await introspect(datasource);
    expect(ownFunctions).toEqual(expect.arrayContaining(['lower', 'sum', 'to_char']));
    expect(ownOperators).toEqual(['+', '/', '<=', '>=', '@@', '||']);
    catalogue = {
      searchPath: [schema],
      relations: tables.map((table) => ({ ...table, schema })),
      ownFunctions,
      ownOperators,
    };
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  const rowsOf = async (sql: string) => (await runReadOnly(datasource, { sql })).rows;

  it.each([
    ['SELECT lower(name) FROM people', 'planted', 'ada'],
    ['SELECT name || name FROM people', 'planted', 'AdaAda'],
    ['SELECT (pay / 2)::float8 FROM people', -1, 3.5],
    [`SELECT lower(name || name) FROM people WHERE name IN ('Ada', 'Bob') GROUP BY 1`, 'planted', 'adaada'],
  ])('is not called by %s', async (sql, unguarded, guarded) => {
    expect(await rowsOf(sql)).toEqual([[unguarded]]);
    const verdict = await guardStatement(sql, catalogue);
    expect(await rowsOf(verdict.ok ? verdict.sql : verdict.reason)).toEqual([[guarded]]);
  });

  it.each([
    ['SELECT pay BETWEEN 100 AND 200 FROM people', true],
    [`SELECT name + 'sad' FROM people`, 'planted'],
    ['SELECT mood @@ mood FROM felt', true],
  ])('is refused, or is no operator of PostgreSQL’s, where %s would call it', async (sql, planted) => {
    expect(await rowsOf(sql)).toEqual([[planted]]);
    const verdict = await guardStatement(sql, catalogue);
    if (verdict.ok) await expect(rowsOf(verdict.sql)).rejects.toThrow('operator does not exist');
    else expect(verdict.code).toBe('forbidden_operator');
  });

  it('is called where the connection grants it', async () => {
    const verdict = await guardStatement('SELECT lower(name) FROM people', catalogue, { grantedFunctions: ['lower'] });
    expect(await rowsOf(verdict.ok ? verdict.sql : verdict.reason)).toEqual([['planted']]);
  });
});

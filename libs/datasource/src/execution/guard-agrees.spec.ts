import { guardStatement, type GuardCatalogue } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import fc from 'fast-check';
import { openDatasource, runReadOnly, DatabaseFailure, type Datasource } from '..';

/**
 * PostgreSQL verifies the guard's name resolution: the login may read exactly the columns of the catalogue, so
 * "permission denied" for a statement that the guard passed is a hole in the guard.
 */
const catalogue: GuardCatalogue = {
  searchPath: ['public'],
  relations: [
    relation('a', ['id', 'x', 'hush!', 'y']),
    relation('b', ['id', 'hush', 'x!', 'z']),
    relation('c', ['id', 'y', 'z']),
  ],
};

function relation(name: string, columns: string[]): GuardCatalogue['relations'][number] {
  return {
    schema: 'public',
    name,
    kind: 'table',
    columns: columns.map((text) => ({ name: text.replace('!', ''), type: 'integer', hidden: text.endsWith('!') })),
  };
}

/** Few names and much repetition, so that most names resolve and statements reach the database. */
const name = fc.constantFrom('id', 'id', 'id', 'id', 'x', 'y', 'hush');
const table = fc.constantFrom('a', 'b', 'c');
const alias = fc.constantFrom('a', 'b', 'a', 'b', 'q');

const { query } = fc.letrec<{ query: string; from: string; expression: string; select: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 8, arbitrary: name },
    { weight: 2, arbitrary: fc.constantFrom('1', 'NULL::int') },
    fc.tuple(alias, name).map(([t, c]) => `${t}.${c}`),
    alias,
    fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `coalesce(${l}, ${r})`),
    tie('query').map((q) => `(${q} LIMIT 1)`),
    tie('query').map((q) => `EXISTS (${q})`),
    fc.tuple(alias, name).map(([t, c]) => `(${t}).${c}`),
    alias.map((t) => `${t}::text`),
  ),
  from: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: table },
    fc.tuple(table, alias).map(([t, as]) => `${t} AS ${as}`),
    fc.tuple(table, alias, name, name).map(([t, as, c, d]) => `${t} AS ${as}(${c}, ${d})`),
    fc
      .tuple(tie('query'), alias, fc.boolean())
      .map(([q, as, lateral]) => `${lateral ? 'LATERAL ' : ''}(${q}) AS ${as}`),
    fc.tuple(tie('from'), tie('from'), tie('expression')).map(([l, r, on]) => `${l} JOIN ${r} ON ${on} IS NULL`),
    fc.tuple(tie('from'), tie('from'), name).map(([l, r, c]) => `${l} JOIN ${r} USING (${c})`),
    fc.tuple(tie('from'), tie('from')).map(([l, r]) => `${l} NATURAL JOIN ${r}`),
    fc.tuple(tie('from'), tie('from'), alias).map(([l, r, as]) => `(${l} CROSS JOIN ${r}) AS ${as}`),
    fc.tuple(tie('expression'), alias).map(([x, as]) => `unnest(ARRAY[${x}]) AS ${as}`),
  ),
  select: fc
    .tuple(
      fc.oneof(
        tie('expression'),
        fc.constant('*'),
        alias.map((t) => `${t}.*`),
        fc.tuple(tie('expression'), name).map(([x, as]) => `${x} AS ${as}`),
      ),
      fc.array(tie('from'), { minLength: 1, maxLength: 2 }),
      fc.option(tie('expression'), { freq: 1, nil: undefined }),
      fc.constantFrom(
        '',
        '',
        '',
        '',
        ' ORDER BY hush',
        ' ORDER BY x',
        ' GROUP BY hush',
        ' GROUP BY id, x',
        ' ORDER BY 1',
      ),
    )
    .map(
      ([target, from, where, tail]) =>
        `SELECT ${target}${from.length > 0 ? ` FROM ${from.join(', ')}` : ''}${where ? ` WHERE ${where} IS NULL` : ''}${tail}`,
    ),
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('select'),
    fc.tuple(alias, tie('query'), tie('select')).map(([as, q, s]) => `WITH ${as} AS (${q}) ${s}`),
    fc
      .tuple(alias, name, tie('query'), tie('select'))
      .map(([as, c, q, s]) => `WITH RECURSIVE ${as}(${c}) AS (${q}) ${s}`),
    fc.tuple(tie('select'), tie('select')).map(([l, r]) => `(${l}) UNION ALL (${r})`),
  ),
}));

describe('the guard and the database agree', () => {
  let server: ThrowAwayPostgres;
  let datasource: Datasource;

  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`
      CREATE TABLE a (id int, x int, hush int, y int); CREATE TABLE b (id int, hush int, x int, z int); CREATE TABLE c (id int, y int, z int);
      INSERT INTO a VALUES (1, 2, 666, 3); INSERT INTO b VALUES (1, 2, 666, 3); INSERT INTO c VALUES (1, 2, 3);
      CREATE ROLE reader LOGIN PASSWORD 'r';
      GRANT SELECT (id, x, y) ON a TO reader; GRANT SELECT (id, hush, z) ON b TO reader; GRANT SELECT ON c TO reader;`);
    const url = new URL(server.url);
    [url.username, url.password] = ['reader', 'r'];
    datasource = openDatasource({
      name: 'g',
      url: url.href,
      limits: { statementTimeoutMs: 2_000, maxRows: 100, maxBytes: 100_000, poolSize: 1 },
    });
  }, 60_000);

  afterAll(async () => {
    await datasource?.close();
    await server?.stop();
  });

  it('on which columns a statement may read', async () => {
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(query, async (sql) => {
        const verdict = await guardStatement(sql, catalogue);
        if (!verdict.ok) return;
        const outcome = await runReadOnly(datasource, { sql: verdict.sql }).then(
          (result) => (JSON.stringify(result.rows).includes('666') ? 'leak' : 'rows'),
          (error: unknown) => (error instanceof DatabaseFailure ? error.errorClass.name : 'defect'),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect({ sql, ran: verdict.sql, outcome }).not.toMatchObject({
          outcome: expect.stringMatching(/permission|leak|defect/),
        });
      }),
      { numRuns: Number(process.env['GUARD_RUNS'] ?? 3_000) },
    );
    expect(outcomes.get('rows')).toBeGreaterThan(50);
    if (process.env['GUARD_RUNS']) console.log(outcomes);
  }, 600_000);
});

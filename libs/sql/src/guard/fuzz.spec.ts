import fc from 'fast-check';
import { POSITIONS } from './fixture/positions';
import { HOSTILE_CALLS } from './fixture/hostile-functions';
import { HOSTILE_NAMES } from './fixture/hostile-names';
import { HOSTILE_STATEMENTS } from './fixture/hostile-statements';
import { HOSTILE_WORK } from './fixture/hostile-work';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** How many inputs; 100,000 take some minutes. */
const RUNS = Number(process.env['GUARD_FUZZ_RUNS'] ?? 1_500);

/** The longest that one statement may take, alone, on a machine that has nothing else to do. */
const LONGEST_MS = 50;

const TOKENS = 'SELECT FROM users u orders o * , ( ) . WITH RECURSIVE AS JOIN LEFT NATURAL ON USING id name total password 1 0 -1 1e9 $1 \'x\' :: int text regclass UNION INTERSECT ALL ORDER BY GROUP HAVING WINDOW OVER PARTITION [ ] : ; LATERAL CASE WHEN THEN ELSE END " /* */ -- \\ E\' U&" $$ $a$ NULL TRUE IN ANY EXISTS NOT AND OR IS BETWEEN LIKE LIMIT OFFSET FETCH FILTER WITHIN DISTINCT VALUES ARRAY ROW CAST COLLATE count( generate_series( repeat( lower( JSON_OBJECT( EXTRACT( INTERVAL DATE = <> < > + - || @> -> ->> ? % ^ FOR UPDATE INTO DELETE INSERT TABLE ONLY CUBE ROLLUP TABLESAMPLE CYCLE SET SEARCH'.split(' ');

const seeds: readonly string[] = [
  ...POSITIONS.map((position) => position('u.name')),
  ...POSITIONS.map((position, i) => position(HOSTILE_CALLS[i % HOSTILE_CALLS.length] ?? 'x()')),
  ...[HOSTILE_NAMES, HOSTILE_STATEMENTS, HOSTILE_WORK].flatMap((table) => Object.values(table).flatMap((cases) => cases.map(([sql]) => sql))),
];

const seed = fc.constantFrom(...seeds);
const at = fc.double({ min: 0, max: 1, noNaN: true });
const split = (sql: string): string[] => sql.match(/\w+|'[^']*'|\s+|./gu) ?? [];
const place = (share: number, length: number): number => Math.floor(share * length);

/** A statement with one token gone, doubled, swapped with another or replaced. */
const mutated = fc.tuple(seed, at, at, fc.constantFrom(...TOKENS), fc.constantFrom('drop', 'double', 'swap', 'put')).map(([sql, a, b, token, how]) => {
  const tokens = split(sql);
  const [i, j] = [place(a, tokens.length), place(b, tokens.length)];
  const [first = '', second = ''] = [tokens[i], tokens[j]];
  if (how === 'drop') tokens.splice(i, 1);
  if (how === 'double') tokens.splice(i, 0, first, ' ');
  if (how === 'swap') [tokens[i], tokens[j]] = [second, first];
  if (how === 'put') tokens.splice(i, 0, ` ${token} `);
  return tokens.join('');
});

const spliced = fc.tuple(seed, seed, at, at).map(([one, other, a, b]) => one.slice(0, place(a, one.length)) + other.slice(place(b, other.length)));
const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((parts) => parts.join(' '));
const unicode = fc.tuple(seed, fc.string({ unit: 'binary', maxLength: 20 }), at).map(([sql, noise, a]) => sql.slice(0, place(a, sql.length)) + noise + sql.slice(place(a, sql.length)));

const OPENINGS: ReadonlyArray<[open: string, close: string]> = [['(', ')'], ['abs(', ')'], ['ARRAY[', ']'], ['NOT ', ''], ['- ', ''], ['CASE WHEN true THEN ', ' END'], ['(SELECT ', ')'], ['1+', ''], ['/*', '*/'], ['a.', ''], ['ROW(', ')'], [`'x'||`, ''], ['((', '))'], ['x::int', ''], ['(SELECT * FROM (SELECT 1) s WHERE 1 IN (', '))']];
const nested = fc.tuple(fc.constantFrom(...OPENINGS), fc.nat(3_000), fc.nat(3_000)).map(([[open, close], opened, closed]) => `SELECT ${open.repeat(opened)}1${close.repeat(closed % 2 ? opened : closed)}`.slice(0, 60_000));

const LONG: ReadonlyArray<(n: number) => string> = [
  (n) => `SELECT '${'x'.repeat(n)}'`,
  (n) => `SELECT ${'9'.repeat(n)}`,
  (n) => `SELECT "${'n'.repeat(n)}"`,
  (n) => `SELECT ${'1,'.repeat(n / 2)}1`,
  (n) => `SELECT 1 IN (${'1,'.repeat(n / 2)}1)`,
  (n) => `SELECT 1${' UNION SELECT 1'.repeat(n / 15)}`,
  (n) => `SELECT 1 FROM orders${', orders'.repeat(n / 8)}`,
  (n) => `WITH ${Array.from({ length: n / 16 }, (_, i) => `a${i} AS (SELECT 1)`).join()} SELECT 1`,
  (n) => `SELECT ${'u.name||'.repeat(n / 8)}'' FROM users u`,
  (n) => `SELECT 1 WHERE true${' AND true'.repeat(n / 9)}`,
  (n) => `SELECT ${'*,'.repeat(n / 2)}* FROM users`,
  (n) => `SELECT concat(${'name,'.repeat(n / 5)}name) FROM users`,
  (n) => `SELECT 1 ${'/* x */'.repeat(n / 7)}`,
  (n) => `SELECT 1 ${'--x\n'.repeat(n / 4)}`,
  (n) => `SELECT $a${'a'.repeat(n)}$`,
  (n) => `SELECT E'${'\\x41'.repeat(n / 4)}'`,
];
const long = fc.tuple(fc.constantFrom(...LONG), fc.nat(25_000)).map(([make, n]) => make(n));

const anything = fc.oneof(
  { weight: 10, arbitrary: mutated },
  { weight: 5, arbitrary: spliced },
  { weight: 5, arbitrary: soup },
  { weight: 3, arbitrary: unicode },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: long },
);

describe('the guard, thrown anything at', () => {
  it(`answers each of ${RUNS} texts in bounded time, and the parser is as good as new afterwards`, async () => {
    const harmless = 'SELECT u.name, count(*) FROM users u GROUP BY 1';
    const before = await guardStatement(harmless, shopCatalogue);
    const slow: string[] = [];
    const times: number[] = [];
    const memory = [memoryNow()];
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(anything, async (sql) => {
        const started = process.cpuUsage();
        const verdict = await guardStatement(sql, shopCatalogue);
        const { user, system } = process.cpuUsage(started);
        const ms = (user + system) / 1_000;
        times.push(ms);
        if (times.length % Math.ceil(RUNS / 5) === 0) memory.push(memoryNow());
        if (ms > LONGEST_MS) slow.push(sql);
        if (verdict.ok) passed += 1;
        expect(typeof verdict.ok).toBe('boolean');
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(await guardStatement(harmless, shopCatalogue)).toEqual(before);
    const trulySlow: string[] = [];
    for (const sql of slow) if ((await fastest(sql)) > LONGEST_MS) trulySlow.push(sql.slice(0, 300));
    if (process.env['GUARD_FUZZ_RUNS']) report(times, slow.length, passed, memory);
    expect(trulySlow).toEqual([]);
  }, 1_800_000);

  it('survives the texts that overflow the parser’s stack, again and again', async () => {
    const deep = [...OPENINGS].map(([open, close]) => `SELECT ${open.repeat(19_000 / (open.length + close.length))}1${close.repeat(19_000 / (open.length + close.length))}`);
    for (let round = 0; round < (RUNS > 10_000 ? 20 : 3); round++) {
      for (const sql of deep) {
        expect({ start: sql.slice(0, 60), ...(await guardStatement(sql, shopCatalogue)) }).toMatchObject({ ok: expect.any(Boolean) });
        expect(await guardStatement('SELECT id FROM orders', shopCatalogue)).toMatchObject({ ok: true });
      }
    }
  });
});

/** The best of five tries in processor time: what a busy machine adds does not count. */
async function fastest(sql: string): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < 5; i++) {
    const started = process.cpuUsage();
    await guardStatement(sql, shopCatalogue);
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** Megabytes: resident, of JavaScript's heap, of buffers with the parser's WASM heap. Exact where node runs with --expose-gc. */
function memoryNow(): string {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [rss, heapUsed, external].map((bytes) => Math.round(bytes / 1_048_576)).join('/');
}

function report(times: number[], slow: number, passed: number, memory: string[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(2);
  console.log(
    `${times.length} texts, ${passed} pass; processor ms p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, p99.9 ${quantile(0.999)}, max ${quantile(1)};`,
    `${slow} over ${LONGEST_MS} ms at first; MB resident/heap/buffers: ${memory.join(', ')}`,
  );
}

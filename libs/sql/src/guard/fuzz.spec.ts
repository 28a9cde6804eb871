import fc from 'fast-check';
import { anything, LONG, OPENINGS } from './fixture/fuzz-inputs';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';

/** How many inputs; 100,000 take some minutes. */
const RUNS = Number(process.env['GUARD_FUZZ_RUNS'] ?? 1_000);

/**
 * Detects hangs only; durations are measured outside Jest, whose contexts make the guard several times slower: `npm run
 * bench -- fuzz`.
 */
const LONGEST_MS = 1_000;

describe('the guard under fuzzing', () => {
  it(`answers each of ${RUNS} texts in bounded time and leaves the parser intact`, async () => {
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
        if (times.length % Math.ceil(RUNS / 10) === 0) memory.push(memoryNow());
        if (ms > LONGEST_MS) slow.push(sql);
        if (verdict.ok) passed += 1;
        expect(typeof verdict.ok).toBe('boolean');
      }),
      { numRuns: RUNS, seed: 5, endOnFailure: true },
    );
    expect(await guardStatement(harmless, shopCatalogue)).toEqual(before);
    const trulySlow: string[] = [];
    for (const sql of slow) if ((await fastest(sql)) > LONGEST_MS) trulySlow.push(sql.slice(0, 300));
    if (process.env['GUARD_FUZZ_RUNS']) report(times, slow.length, passed, memory);
    expect(trulySlow).toEqual([]);
  }, 1_800_000);

  it('handles the largest allowed texts of each kind in bounded time', async () => {
    const texts = [1_500, 4_000, 10_000, 19_900].flatMap((length) => [
      ...LONG.map((make) => make(length)),
      ...OPENINGS.map(
        ([open, close]) =>
          `SELECT ${open.repeat(length / (open.length + close.length))}1${close.repeat(length / (open.length + close.length))}`,
      ),
    ]);
    const tooLong: string[] = [];
    for (const sql of texts) if ((await fastest(sql)) > LONGEST_MS) tooLong.push(`${sql.length} ${sql.slice(0, 80)}`);
    expect(tooLong).toEqual([]);
  });

  it('survives repeated texts that overflow the parser’s stack', async () => {
    const deep = [...OPENINGS].map(
      ([open, close]) =>
        `SELECT ${open.repeat(19_000 / (open.length + close.length))}1${close.repeat(19_000 / (open.length + close.length))}`,
    );
    for (let round = 0; round < (RUNS > 10_000 ? 20 : 3); round++) {
      for (const sql of deep) {
        expect({ start: sql.slice(0, 60), ...(await guardStatement(sql, shopCatalogue)) }).toMatchObject({
          ok: expect.any(Boolean),
        });
        expect(await guardStatement('SELECT id FROM orders', shopCatalogue)).toMatchObject({ ok: true });
      }
    }
  });
});

/** The best of up to five tries in CPU time: delays of a busy machine do not count. */
async function fastest(sql: string): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < 5 && best > LONGEST_MS / 2; i++) {
    // Verdicts are cached with the catalogue, so each try has its own.
    const catalogue = { ...shopCatalogue };
    const started = process.cpuUsage();
    await guardStatement(sql, catalogue);
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/**
 * Megabytes: resident, of JavaScript's heap, of buffers with the parser's WASM heap. Exact where node runs with
 * --expose-gc.
 */
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

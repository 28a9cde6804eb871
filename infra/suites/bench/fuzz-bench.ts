import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { guardStatement } from '@querent/sql';
import fc from 'fast-check';
import { anything } from '../../../libs/sql/src/guard/fixture/fuzz-inputs';
import { shopCatalogue } from '../../../libs/sql/src/guard/shop-catalogue';
import { quantile } from './statistics';

const TEXTS = 100_000;
/** Texts are generated one by one, so that memory shows what the guard keeps and not the texts. */
const PARTS = 10;
const TRIES = 5;
/** Time limit for a single text. */
const LONGEST_MS = 50;

/**
 * Measures the guard with random texts: the first and the best time of five for each (a first try also pays for garbage
 * collection and compilation), and whether memory grows. Runs outside Jest, whose contexts slow such code several
 * times.
 */
export async function benchFuzz(): Promise<void> {
  const first: number[] = [];
  const slow: string[] = [];
  const memory = [resident()];
  for (let seed = 1; seed <= PARTS; seed++) {
    for (const sql of fc.sample(anything, { numRuns: TEXTS / PARTS, seed })) {
      const took = await timed(sql);
      first.push(took);
      if (took > LONGEST_MS) slow.push(sql);
    }
    memory.push(resident());
  }
  let worst = 0;
  for (const sql of slow) worst = Math.max(worst, await best(sql));
  console.log(
    `\nGuard: ${TEXTS} texts of any kind, ms: p50 ${ms(0.5)}  p99 ${ms(0.99)}  p99.9 ${ms(0.999)}  max ${ms(1)}`,
  );
  console.log(
    `  over ${LONGEST_MS} ms at the first try: ${slow.length}; these at their best of ${TRIES}: at most ${worst.toFixed(1)} ms   (aim: ≤ ${LONGEST_MS})`,
  );
  console.log(`  memory of this process at each tenth, garbage collected (RSS, MB): ${memory.join(' ')}`);

  function ms(share: number): string {
    return quantile(first, share).toFixed(2);
  }
}

async function timed(sql: string): Promise<number> {
  const started = performance.now();
  await guardStatement(sql, shopCatalogue);
  return performance.now() - started;
}

async function best(sql: string): Promise<number> {
  let least = Infinity;
  // Verdicts are cached by text.
  for (let i = 0; i < TRIES; i++) least = Math.min(least, await timed(`${sql}${' '.repeat(i + 1)}`));
  return least;
}

function resident(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().rss / 1_048_576);
}

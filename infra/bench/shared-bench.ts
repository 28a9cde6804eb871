import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { RunView } from '@querent/contracts';
import { fixed, median, quantile } from './statistics';

interface Asked {
  question: string;
  connection: string;
  expect: string;
}

interface Timed {
  ms: number;
  run: RunView;
}

/** Questions asked; each a few times afresh and from the semantic cache, in turn. */
const QUESTIONS = 60;
const ROUNDS = 5;

/**
 * The same question computed afresh and with its statement taken over from the semantic cache, in turn, over HTTP: milliseconds end to
 * end, and where they go. A conversation of its own each time keeps the exact cache out; both run their statement.
 */
export async function benchShared(gatewayUrl: string): Promise<void> {
  const questions = questionsOf().slice(0, QUESTIONS);
  const shared: { asked: Asked; fresh: Timed[]; taken: Timed[] }[] = [];
  for (const asked of questions) if (await becomesShared(gatewayUrl, asked)) shared.push({ asked, fresh: [], taken: [] });
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of shared) {
      one.fresh.push(await ask(gatewayUrl, one.asked, 'bypass'));
      const taken = await ask(gatewayUrl, one.asked, 'use');
      if (taken.run.cache.level === 'l2') one.taken.push(taken);
    }
  }
  console.log(`\nA statement taken over from the semantic cache against the same question computed afresh (planner), over HTTP`);
  console.log(`(${shared.length} of ${questions.length} questions, ${ROUNDS} rounds in turn, load ${fixed(loadavg()[0] ?? 0, 1)})`);
  console.log(`  ${''.padEnd(26)} ${['afresh p50', 'p95', 'taken over p50', 'p95', 'ratio p50'].map((head) => head.padStart(15)).join('')}`);
  for (const mode of [null, 'fast', 'full'] as const) print(mode ?? 'all', shared.filter(({ fresh }) => mode === null || fresh[0]?.run.mode === mode));
  printStages(shared);
}

function print(name: string, rows: { fresh: Timed[]; taken: Timed[] }[]): void {
  const [fresh, taken] = [rows.flatMap((row) => row.fresh.map(({ ms }) => ms)), rows.flatMap((row) => row.taken.map(({ ms }) => ms))];
  if (taken.length === 0) return;
  const ratio = median(rows.filter((row) => row.taken.length > 0).map((row) => median(row.taken.map(({ ms }) => ms)) / median(row.fresh.map(({ ms }) => ms))));
  console.log(`  ${`${name} (${rows.length})`.padEnd(26)} ${[median(fresh), quantile(fresh, 0.95), median(taken), quantile(taken, 0.95), ratio].map((value, at) => fixed(value, at === 4 ? 2 : 1).padStart(15)).join('')}`);
}

/** Between the steps of a run: what each stage and the way to it took. */
function printStages(rows: { fresh: Timed[]; taken: Timed[] }[]): void {
  for (const kind of ['fresh', 'taken'] as const) {
    const spent = new Map<string, number[]>();
    for (const { run } of rows.flatMap((row) => row[kind])) {
      let before = Date.parse(run.createdAt);
      for (const { stage, at } of run.steps) {
        spent.set(stage, [...(spent.get(stage) ?? []), Date.parse(at) - before]);
        before = Date.parse(at);
      }
    }
    const database = rows.flatMap((row) => row[kind].map(({ run }) => run.usage.dbMs));
    console.log(`  ${kind === 'fresh' ? 'afresh' : 'taken over'}, p50 ms up to the end of: ${[...spent].map(([stage, times]) => `${stage} ${fixed(quantile(times.filter((ms) => ms > 0), 0.5), 0)}`).join(', ')}; of it at the database ${fixed(median(database), 0)}`);
  }
}

function questionsOf(): Asked[] {
  return readFileSync('infra/demo/gold/questions.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Asked).filter(({ expect }) => expect === 'rows').filter((_, at) => at % 4 === 0);
}

async function becomesShared(url: string, asked: Asked): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { run } = await ask(url, asked, 'use');
    if (run.cache.level === 'l2') return true;
    if (run.status !== 'succeeded') return false;
    // The statement is stored in the background of the answer.
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return false;
}

async function ask(url: string, { question, connection }: Asked, cache: 'use' | 'bypass'): Promise<Timed> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/queries`, {
    method: 'POST', headers: { authorization: 'Bearer demo', 'content-type': 'application/json', prefer: 'wait=30' }, body: JSON.stringify({ question, connection, cache, conversationId: randomUUID() }),
  });
  const run = (await response.json()) as RunView;
  return { ms: performance.now() - started, run };
}

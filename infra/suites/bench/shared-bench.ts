import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Locale, RunView, SubmitBody } from '@querent/contracts';
import { fixed, median, quantile } from './statistics';
import { storedTables, WAREHOUSE } from './retrieval/stored-tables';
import { demoQuestions } from '../../demo/judge/demo-questions';

interface Timed {
  ms: number;
  run: RunView;
}

/** The body of the nth submission of a question. It must not hit the exact cache. */
interface Way {
  name: string;
  questions: Pick<GoldQuestion, 'question' | 'connection'>[];
  body(question: string, n: number): Partial<SubmitBody> & { question: string };
}

interface Measured {
  fresh: Timed[];
  taken: Timed[];
}

export interface SharedBenchTarget {
  gatewayUrl: string;
  postgresUrl: string;
  configDir: string;
  tables: number;
}

const ROUNDS = 5;

/** Questions that the planner covers. A separate conversation for each skips the exact cache. */
const sameWords: Way['body'] = (question) => ({ question, conversationId: randomUUID() });
/** Varies the words, because processes cache plans by words. */
const reworded: Way['body'] = (question, n) => ({
  question: `${question}${'?'.repeat(1 + (n % 40))}`,
  conversationId: randomUUID(),
});
/**
 * A model's statement is shared only outside conversations. A larger row limit than the connection's changes only the
 * key of the exact cache.
 */
const ofModel: Way['body'] = (question, n) => ({ question, maxRows: 20_000 + n });

/**
 * Compares questions without cache and with their statement from the semantic cache, in turns, over HTTP: latency end
 * to end and by stage. Both execute their statement.
 */
export async function benchShared(target: SharedBenchTarget): Promise<void> {
  const demo = goldQuestions()
    .filter((_, at) => at % 4 === 0)
    .slice(0, 60);
  const ways: (() => Promise<Way>)[] = [
    async () => ({ name: 'the planner, words as before', questions: demo, body: sameWords }),
    async () => ({ name: 'the planner, reworded', questions: demo.slice(0, 40), body: reworded }),
    async () => ({
      name: 'a model of 300 ms a call',
      questions: goldQuestions()
        .filter((_, at) => at % 9 === 0)
        .slice(0, 30)
        .map(ofUnknownWords),
      body: ofModel,
    }),
    async () => ({
      name: `the planner, ${target.tables} tables`,
      questions: (await storedTables(target.gatewayUrl, { ...target, count: target.tables })).map((question) => ({
        question,
        connection: WAREHOUSE,
      })),
      body: reworded,
    }),
  ];
  console.log(
    `\nA statement taken over from the semantic cache against the same question computed afresh, over HTTP; ${ROUNDS} rounds in turn`,
  );
  console.log(
    `  ${''.padEnd(36)} ${['afresh p50', 'p95', 'taken over p50', 'p95', 'ratio p50', 'load'].map((head) => head.padStart(15)).join('')}`,
  );
  for (const open of ways) {
    const way = await open();
    report(way, await measured(target.gatewayUrl, way));
  }
}

/** Questions with unknown words, for which a model writes the statement. */
const ofUnknownWords = ({
  question,
  connection,
  locale,
}: GoldQuestion): Pick<GoldQuestion, 'question' | 'connection'> => ({
  question: locale === 'zh' ? `${question}，唠叨版` : `${question}, in blithe spirits`,
  connection,
});

async function measured(url: string, { questions, body }: Way): Promise<Measured[]> {
  let n = 0;
  const ask = (asked: Way['questions'][number], cache: 'use' | 'bypass'): Promise<Timed> =>
    timed(url, { ...body(asked.question, n++), connection: asked.connection, cache });
  const rows: Measured[] = [];
  const shared: Way['questions'] = [];
  for (const asked of questions) if (await becomesShared(() => ask(asked, 'use'))) shared.push(asked);
  for (const asked of shared) {
    const row: Measured = { fresh: [], taken: [] };
    for (let round = 0; round < ROUNDS; round++) {
      row.fresh.push(await ask(asked, 'bypass'));
      row.taken.push(await ask(asked, 'use'));
    }
    row.taken = row.taken.filter(({ run }) => run.cache.level === 'l2');
    if (row.taken.length > 0) rows.push(row);
  }
  return rows;
}

async function becomesShared(ask: () => Promise<Timed>): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { run } = await ask();
    if (run.cache.level === 'l2') return true;
    if (run.status !== 'succeeded') return false;
    // The statement is stored asynchronously after the answer.
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return false;
}

async function timed(url: string, body: object): Promise<Timed> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/queries`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo', 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(body),
  });
  const run = (await response.json()) as RunView;
  return { ms: performance.now() - started, run };
}

function report({ name, questions }: Way, rows: Measured[]): void {
  const [fresh, taken] = [
    rows.flatMap((row) => row.fresh.map(({ ms }) => ms)),
    rows.flatMap((row) => row.taken.map(({ ms }) => ms)),
  ];
  const ratio = median(
    rows.map((row) => median(row.taken.map(({ ms }) => ms)) / median(row.fresh.map(({ ms }) => ms))),
  );
  const figures = [
    median(fresh),
    quantile(fresh, 0.95),
    median(taken),
    quantile(taken, 0.95),
    ratio,
    loadavg()[0] ?? 0,
  ];
  console.log(
    `  ${`${name} (${rows.length} of ${questions.length})`.padEnd(36)} ${figures.map((value, at) => fixed(value, at === 4 ? 2 : 1).padStart(15)).join('')}`,
  );
  for (const kind of ['fresh', 'taken'] as const)
    console.log(`    ${kind === 'fresh' ? 'afresh    ' : 'taken over'}: ${stagesOf(rows.flatMap((row) => row[kind]))}`);
}

/** Times between the steps of a run: each stage with its queueing. */
function stagesOf(timings: Timed[]): string {
  const spent = new Map<string, number[]>();
  for (const { run } of timings) {
    let before = Date.parse(run.createdAt);
    for (const { stage, at } of run.steps) {
      spent.set(stage, [...(spent.get(stage) ?? []), Date.parse(at) - before]);
      before = Date.parse(at);
    }
  }
  const stages = [...spent].map(
    ([stage, times]) =>
      `${stage} ${fixed(
        quantile(
          times.filter((ms) => ms > 0),
          0.5,
        ),
        0,
      )}`,
  );
  return `p50 ms up to the end of ${stages.join(', ')}; of it at the database ${fixed(median(timings.map(({ run }) => run.usage.dbMs)), 0)}`;
}

interface GoldQuestion {
  question: string;
  connection: string;
  locale: Locale;
  expect: string;
  sql: string;
}

/** The demo's questions of today that are answered by rows, with their statements. */
function goldQuestions(): GoldQuestion[] {
  return demoQuestions<GoldQuestion>('gold', new Date().toISOString().slice(0, 10)).filter(
    ({ expect }) => expect === 'rows',
  );
}

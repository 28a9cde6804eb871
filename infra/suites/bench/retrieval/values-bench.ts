import { availableParallelism, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inSlices } from '@querent/platform';
import { indexValues, linkedValues } from '@querent/retrieval';
import { planQuestion, lexiconSteps } from '@querent/planner';
import { resolveModel, type SemanticModel } from '@querent/model';
import { seededRandom } from '@querent/testing';
import type { SchemaSnapshot } from '@querent/contracts';
import { askedOf, manyTables } from './many-tables';
import { manyValues, pick } from './many-values';
import { fixed, quantile } from '../statistics';

const SEED = 11;
const ROUNDS = 3;
/** Questions of one kind. */
const ASKED = 60;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Measures look-ups of stored values by the planner and the value hints, by size of the index, and the planner over
 * many tables.
 */
export async function benchValues(sizes: readonly number[], tables: number): Promise<void> {
  console.log(
    `\nStored values; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors; CPU time of this process beside wall time`,
  );
  for (const size of sizes) await benchModel(`${size} values`, modelOf(manyValues(size, SEED)), questionsOfValues);
  await benchModel(`${tables} tables of 20 columns`, modelOf(manyTables(tables, SEED)), questionsOfTables);
}

type Questions = Record<string, string[]>;

async function benchModel(
  name: string,
  { model, snapshot }: Made,
  questionsOf: (snapshot: SchemaSnapshot) => Questions,
): Promise<void> {
  console.log(`\n${name}`);
  const questions = questionsOf(snapshot);
  await built('planner lexicon', () => inSlices(lexiconSteps(model)));
  for (const [kind, asked] of Object.entries(questions))
    latencies(`plan: ${kind}`, asked, (question) =>
      planQuestion({
        question,
        locale: /\p{Script=Han}/u.test(question) ? 'zh' : 'en',
        model,
        today: '2026-11-21',
        timezone: 'UTC',
        choices: [],
      }),
    );
  await built('value index', () => indexValues(model));
  for (const [kind, asked] of Object.entries(questions))
    latencies(`linked values: ${kind}`, asked, (question) => linkedValues(question, model));
}

async function built(name: string, build: () => Promise<void>): Promise<void> {
  const before = memory();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await build();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  line(
    `${name} built`,
    `${fixed(wall, 0)} ms, CPU ${fixed((user + system) / 1000, 0)} ms, ${fixed((memory() - before) / 1e6, 0)} MB`,
  );
}

/** Times the first call, and then repeated calls with warm code. */
function latencies(name: string, asked: readonly string[], ask: (question: string) => unknown): void {
  const [first = ''] = asked;
  const cold = cpuMs(() => ask(first));
  const samples = Array.from({ length: ROUNDS }, () => asked.map((question) => cpuMs(() => ask(question))))
    .slice(1)
    .flat();
  line(
    name,
    `p50 ${fixed(quantile(samples, 0.5), 1)}  p95 ${fixed(quantile(samples, 0.95), 1)}  most ${fixed(Math.max(...samples), 1)} ms, first ${fixed(cold, 0)} ms (CPU)`,
  );
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const line = (name: string, figures: string): void => console.log(`  ${name.padEnd(40)} ${figures}`);

function questionsOfValues(snapshot: SchemaSnapshot): Questions {
  const random = seededRandom(SEED).next;
  const values = snapshot.tables.flatMap((table) =>
    table.columns.flatMap((column) => (column.values ?? []).map((value) => ({ table: table.name, value }))),
  );
  const drawn = (script: RegExp) =>
    Array.from({ length: ASKED }, () =>
      pick(
        values.filter((_, at) => at % Math.ceil(values.length / 5_000) === 0).filter(({ value }) => script.test(value)),
        random,
      ),
    );
  const [latin, han] = [drawn(/^[A-Z]/), drawn(/^\p{Script=Han}/u)];
  return {
    'a stored value': [
      ...latin.map(({ table, value }) => `how many ${table} of ${value}`),
      ...han.map(({ table, value }) => `${value}有多少${table}`),
    ],
    'a misspelt English value': latin.map(({ table, value }) => `how many ${table} of ${misspelt(value, random)}`),
    'a misspelt Chinese value': han.map(
      ({ table, value }) => `${value.charAt(1)}${value.charAt(0)}${value.slice(2)}有多少${table}`,
    ),
    'an unknown English word': latin.map(({ table }) => `how many ${table} of ${strange(random)}`),
    'an unknown Chinese word': han.map(
      ({ table }) =>
        `${pick([...'鹦鹉螺钿鸳鸯蜻蜓琥珀'], random)}${pick([...'葡萄琵琶蝴蝶玛瑙'], random)}峨${pick([...'嵋嵘巍'], random)}有多少${table}`,
    ),
  };
}

function questionsOfTables(snapshot: SchemaSnapshot): Questions {
  const random = seededRandom(SEED).next;
  const asked = Array.from({ length: ASKED }, (_, at) => askedOf(snapshot, SEED + at));
  return {
    'by its own words': asked.map(({ table }) => `how many ${table.replaceAll('_', ' ')}`),
    'a column of one': asked.map(({ question }) => question),
    'with an unknown word': asked.map(({ table }) => `how many ${table.replaceAll('_', ' ')} by ${strange(random)}`),
  };
}

function strange(random: () => number): string {
  return Array.from({ length: 9 }, () => pick([...LETTERS], random)).join('');
}

/** Replaces one letter inside a long word. */
function misspelt(value: string, random: () => number): string {
  const at = 2 + Math.floor(random() * 3);
  return value.slice(0, at) + value.charAt(at + 1) + value.charAt(at) + value.slice(at + 2);
}

interface Made {
  snapshot: SchemaSnapshot;
  model: SemanticModel;
}

function modelOf(snapshot: SchemaSnapshot): Made {
  return { snapshot, model: resolveModel({ connection: snapshot.connection, snapshot, file: null }).model };
}

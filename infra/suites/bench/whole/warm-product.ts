import { readFileSync } from 'node:fs';
import type { RunView } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import Redis from 'ioredis';
import { Client } from 'pg';
import { parse } from 'yaml';
import { z } from 'zod';
import { Crowd } from '../../load/suite/crowd';
import { openPrivateStack, type PrivateStack } from '../../load/suite/private-stack';
import type { SuiteQuestion, SuiteWorld } from '../../worlds/suite-world';
import type { BareStatement } from '../hops/bare-chain';
import { startChildProgram } from '../hops/child-program';

/** The tenant that asks. */
export const TENANT = 'bench';
const AT_ONCE = 64;

/** A question that the planner answers, with the statement of its answer. */
export interface PlannedQuestion extends SuiteQuestion {
  statement: BareStatement;
}

/** The built product as in production, with a scripted language model without latency as a separate process. */
export interface WarmProduct {
  own: PrivateStack;
  redis: Redis;
  /** Base URL of the language model. */
  modelUrl: string;
  planned: readonly PlannedQuestion[];
  /** Submits as a client that waits for the answer. @throws if the run does not succeed */
  ask(question: SuiteQuestion): Promise<RunView>;
  /** URL of the database of a connection, with its search path. */
  databaseOf(connection: string): string;
  close(): Promise<void>;
}

/** The defaults of the product, which the test stack and the load suite replace by cheaper ones. */
export const settings = { EMBEDDER: 'local', LOG_LEVEL: 'info', WARM_UP_MS: '5000' };

export async function openWarmProduct(world: SuiteWorld, env: Record<string, string>): Promise<WarmProduct> {
  const model = await startChildProgram('whole/model-server.cjs', [], { BENCH_SQL: world.modelSql });
  const own = await openPrivateStack({
    world,
    tenants: [TENANT],
    env: { ...settings, LLM_BASE_URL: model.message, LLM_MODEL: 'scripted', ...env },
  });
  const redis = new Redis(own.redis.url);
  const crowd = new Crowd(own.stack.url, world.straight, AT_ONCE);
  const ask = async (question: SuiteQuestion): Promise<RunView> => {
    const run = await answered(crowd, question);
    if (run.status !== 'succeeded') throw new Error(`${question.question}: ${run.status} ${JSON.stringify(run.error)}`);
    return run;
  };
  const databaseOf = (connection: string): string => databaseUrl(world, own, connection);
  const product = {
    own,
    redis,
    modelUrl: model.message,
    ask,
    databaseOf,
    async close() {
      crowd.close();
      redis.disconnect();
      await own.close();
      await model.stop();
    },
  };
  try {
    await waitFor(() => ask(world.straight), { timeoutMs: 90_000, intervalMs: 300 });
    return { ...product, planned: await plannedOf(world, crowd, databaseOf) };
  } catch (error) {
    await product.close();
    throw error;
  }
}

/**
 * Asks the plain questions of a world in turn. Without a language model, questions for it lead to a clarification.
 * @returns a function that asks the next one, and resolves to whether it was answered
 */
export function plainQuestions(crowd: Crowd, world: SuiteWorld): () => Promise<boolean> {
  let asked = 0;
  return async () =>
    (await answered(crowd, world.plain[asked++ % world.plain.length] ?? world.straight)).status === 'succeeded';
}

/** Submits as a client that waits for the answer, without the caches. @throws if the run does not end in 30 s */
export async function answered(crowd: Crowd, question: SuiteQuestion): Promise<RunView> {
  const body = { connection: question.connection, question: question.question, cache: 'bypass' };
  const { status, text } = await crowd.ask(TENANT, body, { prefer: 'wait=30' });
  if (status !== 200) throw new Error(`${question.question}: status ${status}, ${text.slice(0, 300)}`);
  return JSON.parse(text) as RunView;
}

async function plannedOf(
  world: SuiteWorld,
  crowd: Crowd,
  databaseOf: (connection: string) => string,
): Promise<PlannedQuestion[]> {
  const planned: PlannedQuestion[] = [];
  for (const question of world.plain) {
    const { status, sql, usage } = await answered(crowd, question);
    if (status === 'succeeded' && sql !== null && usage.llmCalls === 0) {
      const statement = { sql, database: databaseOf(question.connection) };
      await execute(statement);
      planned.push({ ...question, statement });
    }
  }
  process.stdout.write(`${planned.length} questions in turn that the planner answers, of ${world.plain.length}\n`);
  return planned;
}

/** The bare chain waits for ever for a statement that fails, so each is tried once. */
async function execute({ sql, database }: BareStatement): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const connectionSchema = z.object({ schema: z.string().default('public') });

function databaseUrl(world: SuiteWorld, { configDir, database }: PrivateStack, connection: string): string {
  const { schema } = connectionSchema.parse(parse(readFileSync(`${configDir}/connections/${connection}.yaml`, 'utf8')));
  const url = new URL(world.environment(database.url).QUERENT_DEMO_DATABASE_URL);
  // A backslash escapes a space in `options`; the quotes keep capitals.
  url.searchParams.set('options', `-c search_path="${schema.replaceAll(' ', '\\ ')}",public`);
  return url.href;
}

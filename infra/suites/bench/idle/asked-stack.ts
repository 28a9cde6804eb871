import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startScriptedLlm, startStack, type TestStack } from '@querent/testing';
import { HttpAsker } from '../../../tests/product/http-asker';
import { keyOf, writeKeys } from '../../worlds/asker-keys';
import type { SuiteWorld } from '../../worlds/suite-world';

/** Tenants that ask in turn. */
const tenants = ['alpha', 'beta'];

/** The built product over a world, after its tenants' questions were answered. */
export interface AskedStack {
  stack: TestStack;
  /** Number of ended or paused runs by status. */
  ends: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Starts the product with the local embedder and a scripted model, and asks `count` of the world's questions, half of
 * them in full mode.
 */
export async function openAskedStack(world: SuiteWorld, questions: number): Promise<AskedStack> {
  const config = mkdtempSync(`${tmpdir()}/querent-idle-`);
  world.writeConfig(config, tenants);
  writeKeys(config, tenants);
  const sql = JSON.stringify({ kind: 'sql', sql: world.modelSql, draft: null, question: null, options: null });
  const [database, llm] = await Promise.all([
    world.openDatabase(),
    startScriptedLlm([{ match: { task: 'generate-sql' }, reply: { text: sql } }, { reply: { text: '{}' } }]),
  ]);
  const env = {
    LOG_LEVEL: 'warn',
    EMBEDDER: 'local',
    LLM_BASE_URL: llm.url,
    LLM_MODEL: 'scripted',
    QUESTIONS_PER_MINUTE: '1000',
  };
  const stack = await startStack({ env: { ...env, ...world.environment(database.url), QUERENT_CONFIG_DIR: config } });
  const close = async (): Promise<void> => {
    await stack.stop();
    await Promise.all([database.stop(), llm.stop()]);
    rmSync(config, { recursive: true, force: true });
  };
  try {
    return { stack, ends: await askedOf(world, stack.url, questions), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function askedOf(world: SuiteWorld, url: string, count: number): Promise<Map<string, number>> {
  const askers = tenants.map((tenant) => new HttpAsker(url, keyOf(tenant)));
  for (const asker of askers) for (const name of world.connections) await asker.connectionIs(name, 'ready');
  const questions = [...world.plain, ...world.open];
  const ends = new Map<string, number>();
  for (let n = 0; n < count; n += 1) {
    const question = questions[n % questions.length] ?? world.straight;
    // Offsets, so that each question is asked by both tenants and in both modes for any number of questions.
    const asker = askers[Math.floor(n / 2) % askers.length] as HttpAsker;
    const { status } = await asker.concluded({ ...question, cache: 'bypass', mode: n % 2 === 0 ? 'full' : 'auto' });
    ends.set(status, (ends.get(status) ?? 0) + 1);
  }
  return ends;
}

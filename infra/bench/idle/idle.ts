import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startScriptedLlm, startStack } from '@querent/testing';
import { HttpAsker } from '../../e2e/http-asker';
import { parsedOptions, suiteProgram, UsageError } from '../../suites/suite-program';
import type { SuiteWorld } from '../../suites/worlds/suite-world';
import { worldFrom, worldNames, worldOption } from '../../suites/worlds/world-option';
import { printIdleCost } from './idle-cost';

const ASKED = 200;

interface Flags {
  world: SuiteWorld;
  seconds: number;
}

const help = `Usage: npm run bench -- idle [--world ${worldNames.join('|')}] [--seconds N]   (default: demo, 60)`;

/** What the product takes while nothing is asked of it, after 200 questions to a world. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom(args) {
    const values = parsedOptions(args, { ...worldOption, seconds: { type: 'string', default: '60' } });
    const seconds = Number(values.seconds);
    if (!(seconds > 0)) throw new UsageError(`--seconds ${values.seconds}: a number above 0`);
    return { world: worldFrom(values), seconds };
  },
  async play({ world, seconds }) {
    const config = mkdtempSync(`${tmpdir()}/querent-idle-`);
    world.writeConfig(config);
    const sql = JSON.stringify({ kind: 'sql', sql: world.modelSql, draft: null, question: null, options: null });
    const [database, llm] = await Promise.all([world.openDatabase(), startScriptedLlm([{ match: { task: 'generate-sql' }, reply: { text: sql } }, { reply: { text: '{}' } }])]);
    const stack = await startStack({
      env: { LOG_LEVEL: 'warn', EMBEDDER: 'local', QUERENT_CONFIG_DIR: config, QUERENT_DEMO_DATABASE_URL: world.loginUrl(database.url), LLM_BASE_URL: llm.url, LLM_MODEL: 'scripted' },
    });
    try {
      const ends = await askedOf(world, new HttpAsker(stack.url));
      console.log(`\n${ASKED} questions: ${[...ends].map(([status, count]) => `${count} ${status}`).join(', ')}`);
      await printIdleCost(stack, seconds);
    } finally {
      await stack.stop();
      await Promise.all([database.stop(), llm.stop()]);
      rmSync(config, { recursive: true, force: true });
    }
    return true;
  },
});

/** Asks the world's questions, in full mode every other time. @returns how many runs ended or paused in which status */
async function askedOf(world: SuiteWorld, asker: HttpAsker): Promise<Map<string, number>> {
  for (const name of world.connections) await asker.connectionIs(name, 'ready');
  const questions = [...world.plain, ...world.open];
  const ends = new Map<string, number>();
  for (let n = 0; n < ASKED; n += 1) {
    const question = questions[n % questions.length] ?? world.straight;
    const { status } = await asker.concluded({ ...question, cache: 'bypass', mode: n % 2 === 0 ? 'full' : 'auto' });
    ends.set(status, (ends.get(status) ?? 0) + 1);
  }
  return ends;
}

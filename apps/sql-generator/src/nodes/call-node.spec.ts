import { repairPrompt, promptContextOf } from '@querent/llm';
import { exploring, runWith, statement, talk } from '../fixture/talk';
import { peopleModel } from '../fixture/people-model';

const context = promptContextOf({ run: runWith({}), model: peopleModel });
const { system } = repairPrompt(
  context,
  { sql: '', errorClass: 'syntax', fragment: null, hints: [], tried: [] },
  { maxTokens: 6_000 },
);
const ours = system.slice(0, 120).replaceAll("'", '');

describe('a reply that repeats our instructions', () => {
  it.each([
    ['as a value', statement(`SELECT '${ours}' AS a, count(*) FROM users`)],
    ['as a value in pieces', statement(`SELECT '${ours.slice(0, 60)}' || '${ours.slice(60)}' AS a FROM users`)],
    ['to compare with', statement(`SELECT count(*) FROM users WHERE type <> '${ours}'`)],
    ['in an exploration', exploring(`SELECT DISTINCT '${ours}' FROM users`)],
    [
      'in a draft',
      JSON.stringify({
        kind: 'intermediate_sql',
        sql: 'SELECT DISTINCT type FROM users',
        draft: `SELECT '${ours}' FROM users`,
      }),
    ],
  ])('%s is unreadable and is not recorded', async (_how, reply) => {
    const { last, run } = await talk({ replies: [reply, statement('SELECT count(*) FROM users')] });
    expect(last).toMatchObject({ event: 'generated', patch: { attempts: [{ sql: 'SELECT count(*) FROM users' }] } });
    expect(JSON.stringify([last, run.data])).not.toContain(ours.slice(0, 30));
  });
});

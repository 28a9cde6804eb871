import { exploring, question, statement, talk, unsupported, ambiguous, type TalkInput } from './fixture/talk';

const COUNT = "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP'";
const COUNT_ALL = 'SELECT count(*) AS 数量 FROM users';
const TYPES = 'SELECT DISTINCT type FROM users LIMIT 50';
const values = { values: [['VIP'], ['Normal'], ['Enterprise']] };

/** Name, input, events of the generator's jobs, and the last outcome. */
const conversations: [string, TalkInput, string[], object][] = [
  [
    'a statement is accepted',
    { replies: [statement(COUNT)] },
    ['generated'],
    { patch: { compiled: { source: 'model', sql: COUNT, params: [], probes: [] }, attempts: [{ n: 1, sql: COUNT }] } },
  ],
  ['free text with a statement is read', { replies: [`好的：\n\`\`\`sql\n${COUNT};\n\`\`\``] }, ['generated'], {}],
  [
    'stored values are explored first, then the statement is written',
    { replies: [exploring(TYPES), statement(COUNT)], executed: [values] },
    ['exploration_needed', 'generated'],
    {},
  ],
  [
    'a failed exploration is reported to the model',
    { replies: [exploring(TYPES), statement(COUNT)], executed: [{ failed: '57014: timeout' }] },
    ['exploration_needed', 'generated'],
    {},
  ],
  [
    'the same exploration is not made twice',
    { replies: [exploring(TYPES), exploring(`${TYPES} `), statement(COUNT)], executed: [values] },
    ['exploration_needed', 'generated'],
    {},
  ],
  [
    'a model that only requests explorations is abandoned',
    { replies: [exploring(TYPES), exploring(TYPES), exploring(TYPES)], executed: [values] },
    ['exploration_needed', 'failed'],
    { patch: { error: { code: 'question_unsupported' } } },
  ],
  [
    'an exploration of a missing column is repaired',
    { replies: [exploring('SELECT DISTINCT kind FROM users'), exploring(TYPES), statement(COUNT)], executed: [values] },
    ['exploration_needed', 'generated'],
    {},
  ],
  [
    'the model asks for clarification',
    { replies: [question('您说的大客户是指哪一类客户？', ['VIP', 'Enterprise'])] },
    ['clarification_needed'],
    {
      patch: {
        asked: ['model:1'],
        ambiguity: {
          key: 'model:1',
          trigger: 'ambiguous_value',
          options: [{ id: '1', label: 'VIP', value: 'VIP' }, { id: '2' }],
          allowText: true,
        },
      },
    },
  ],
  [
    'a misspelt keyword is healed on the second try',
    {
      replies: [statement('SELECT * FORM users'), statement('SELECT name FROM users')],
      data: { intent: null },
      request: { question: '列出客户' },
    },
    ['generated'],
    {
      patch: {
        attempts: [
          { n: 1, error: expect.stringContaining('syntax') },
          { n: 2, sql: 'SELECT name FROM users' },
        ],
      },
    },
  ],
  [
    'an unknown column is healed',
    { replies: [statement("SELECT count(*) FROM users WHERE kind = 'VIP'"), statement(COUNT)] },
    ['generated'],
    { patch: { attempts: [{ n: 1 }, { n: 2 }] } },
  ],
  [
    'what the database refuses is healed',
    {
      replies: [statement(COUNT_ALL), statement(COUNT)],
      executed: [{ error: '42883: function count() does not exist' }],
    },
    ['generated', 'generated'],
    { patch: { technicalError: null, attempts: [{ n: 1 }, { n: 2, sql: COUNT }] } },
  ],
  [
    'the same statement is not run twice',
    {
      replies: [statement(COUNT_ALL), statement(`select COUNT(*) as 数量 from users;`), statement(COUNT)],
      executed: [{ error: '42883: no' }],
    },
    ['generated', 'generated'],
    {
      patch: {
        attempts: [
          { n: 1, sql: COUNT_ALL },
          { n: 2, error: expect.stringContaining('same_statement') },
          { n: 3, sql: COUNT },
        ],
      },
    },
  ],
  [
    'three bad statements end in a question',
    { replies: ['a', 'b', 'c'].map((name) => statement(`SELECT ${name}_no FROM users`)), data: { intent: null } },
    ['clarification_needed'],
    { patch: { attempts: [{ n: 1 }, { n: 2 }, { n: 3 }], ambiguity: { trigger: 'sql_execution_error' } } },
  ],
  [
    'three bad statements end in what the planner wanted to ask',
    { replies: ['a', 'b', 'c'].map((name) => statement(`SELECT ${name}_no FROM users`)), fallback: ambiguous },
    ['clarification_needed'],
    { patch: { asked: ['term:大客户'] } },
  ],
  [
    'no model: the planner’s refusal',
    { replies: [], deps: { models: null } },
    ['failed'],
    { patch: { error: { code: 'model_unavailable' }, answer: { suggestions: ['有多少个客户'] } } },
  ],
  [
    'no model: the planner’s question',
    { replies: [], deps: { models: null }, fallback: ambiguous },
    ['clarification_needed'],
    { patch: { ambiguity: { key: 'term:大客户' }, asked: ['term:大客户'] } },
  ],
  [
    'model unavailable: the planner’s question',
    { replies: [{ why: 'timeout' }], fallback: ambiguous },
    ['clarification_needed'],
    { patch: { ambiguity: { key: 'term:大客户' } } },
  ],
  [
    'model unavailable, the planner’s question already asked',
    { replies: [{ why: 'timeout' }], fallback: ambiguous, data: { asked: ['term:大客户'] } },
    ['failed'],
    { patch: { error: { code: 'model_unavailable' } } },
  ],
  [
    'one unreadable reply',
    { replies: ['？？？', statement(COUNT)] },
    ['generated'],
    { patch: { usage: { llmCalls: 2 } } },
  ],
  [
    'two unreadable replies',
    { replies: ['？？？', '！！！'] },
    ['failed'],
    {
      patch: {
        error: { code: 'question_unsupported', message: unsupported.kind === 'unsupported' ? unsupported.reason : '' },
      },
    },
  ],
  [
    'a statement that is forbidden is never handed on',
    {
      replies: ['DELETE FROM users', "SELECT pg_read_file('/etc/passwd')", 'SELECT secret_code FROM users'].map(
        statement,
      ),
    },
    ['clarification_needed'],
    { patch: { compiled: null, ambiguity: { trigger: 'sql_execution_error' } } },
  ],
];

describe('conversations with a model', () => {
  it.each(conversations)('%s', async (_name, input, events, last) => {
    const { outcomes, last: outcome } = await talk(input);
    expect(outcomes.map(({ event }) => event)).toEqual(events);
    expect(outcome).toMatchObject(last);
  });
});

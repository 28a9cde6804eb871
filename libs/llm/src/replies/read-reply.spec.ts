import type { ModelReply } from './model-reply';
import { readReply } from './read-reply';
import { REPLIES } from './fixture/replies';

describe('readReply', () => {
  it('is tested with more than ninety replies', () => {
    expect(REPLIES.length).toBeGreaterThan(90);
  });

  it.each(REPLIES)('reads %s: %j', async (_name, reply, expected) => {
    expect(shapeOf(await readReply(reply))).toBe(expected);
  });

  it('ignores Windows newlines, a byte-order mark and leading thoughts', async () => {
    for (const [name, reply, expected] of REPLIES) {
      if (reply.includes('think') || expected.startsWith('unreadable: empty')) continue;
      expect([
        name,
        shapeOf(
          await readReply(
            `\ufeff<think>SELECT DISTINCT thought FROM nowhere; 请问？</think>\n${reply.replaceAll('\n', '\r\n')}`,
          ),
        ),
      ]).toEqual([name, expected]);
    }
  });

  it('never reads a truncated object as another statement', async () => {
    const objects = REPLIES.filter(([, reply, read]) => reply.startsWith('{') && read.startsWith('sql: '))
      .map(([, reply, read]) => [reply, read.slice('sql: '.length)] as const)
      .concat(STATEMENTS.flatMap((sql) => OBJECTS.map((object) => [object(sql), sql] as const)));
    for (const [reply, sql] of objects)
      for (let length = 1; length < reply.length; length += 1) {
        const cut = await readReply(reply.slice(0, length));
        if (cut.kind === 'sql') expect([reply.slice(0, length), cut.sql]).toEqual([reply.slice(0, length), sql]);
      }
  });

  it.each([
    ['quotes', "'".repeat(200_000)],
    ['openings of objects', '{"sql":'.repeat(28_000)],
    ['openings of comments', 'SELECT 1 /*'.repeat(3_000)],
    ['selects', 'select a from b\n'.repeat(12_000)],
    ['backticks', '`'.repeat(200_000)],
    ['fences', '```sql\n'.repeat(28_000)],
    ['thoughts', '<think>'.repeat(28_000)],
    ['spaces', `SELECT${' '.repeat(199_000)}1`],
    ['spaces within the limit', `{"kind" ${' '.repeat(39_000)}"sql"`],
    ['line breaks', `SELECT 1${'\n'.repeat(39_000)}x`],
    ['dollar quotes', `SELECT ${'$a$ $b$'.repeat(5_000)}`],
    ['asking', '请问'.repeat(19_000)],
    ['courtesies', '请问您还需要其他'.repeat(4_900)],
    ['brackets', `SELECT ${'('.repeat(19_000)}`],
    ['list items', '- a\n'.repeat(9_900)],
    ['links', '['.repeat(39_000)],
    ['escaped quotes', `{"sql":"${'\\"'.repeat(19_000)}`],
    ['bare quotes in an object', `{"sql":"${'" '.repeat(19_000)}`],
    ['sentences', 'select the customers you want\n'.repeat(1_300)],
    ['withs', 'with a\n'.repeat(5_600)],
  ])('takes linear time for a long reply of %s', async (_name, reply) => {
    await readReply('SELECT 1');
    const milliseconds = await millisecondsOf(() => readReply(reply));
    expect(milliseconds).toBeLessThan(2_000);
  });
});

const STATEMENTS = [
  `SELECT name, '{x}' AS a FROM users WHERE a = 1 AND city = 'B'`,
  `SELECT a, b FROM t WHERE c IN ('x', 'y') AND d > 3 GROUP BY a, b ORDER BY 1`,
  `SELECT count(*) "n" FROM users "u" JOIN orders "o" ON "u".id = "o".user WHERE "u"."city" = 'B'`,
  `SELECT sum(x) AS "金额 (元)", count(*) AS "n, m" FROM "a b" WHERE d = DATE '2020-01-01' AND n = 'it''s'`,
];

/** Objects that contain a statement: valid, with unescaped quotes, and in single quotes. */
const OBJECTS: ((sql: string) => string)[] = [
  (sql) => JSON.stringify({ kind: 'sql', sql }),
  (sql) => `{"kind":"sql","sql":"${sql}"}`,
  (sql) => `{'kind':'sql','sql':'${sql}'}`,
];

/** Milliseconds, with margin for a busy machine: quadratic work would take minutes. */
async function millisecondsOf(read: () => Promise<ModelReply>): Promise<number> {
  const before = process.hrtime.bigint();
  await read();
  return Number(process.hrtime.bigint() - before) / 1e6;
}

function shapeOf(reply: ModelReply): string {
  if (reply.kind === 'sql') return `sql: ${reply.sql}`;
  if (reply.kind === 'intermediate_sql') return `look: ${reply.sql}${reply.draft === null ? '' : ` | ${reply.draft}`}`;
  if (reply.kind === 'clarification')
    return `ask: ${reply.question}${reply.options.length === 0 ? '' : ` | ${reply.options.join(' | ')}`}`;
  return `unreadable: ${reply.why}`;
}

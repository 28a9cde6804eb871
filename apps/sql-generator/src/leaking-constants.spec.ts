import { exploring, statement, talk } from './fixture/talk';

const RULE =
  'You write one PostgreSQL statement that answers a business question, from the schema and definitions in the request.';
const COUNT = "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP'";

describe('a statement with constants in its result', () => {
  it.each<[string, string]>([
    ['our instructions', `SELECT '${RULE}' AS 说明 FROM users LIMIT 1`],
    ['our instructions among conditions', `SELECT count(*) AS 数量 FROM users WHERE city <> '${RULE}'`],
    ['names of the database', "SELECT 'user_id, created_at' AS 说明, count(*) AS 数量 FROM orders"],
    ['a name in pieces', "SELECT 'user' || '_id' AS 说明, count(*) AS 数量 FROM orders"],
    [
      'the names of all columns',
      'SELECT json_object_keys(row_to_json(u)) AS 说明, count(*) AS 数量 FROM users u GROUP BY 1',
    ],
    ['rows with their names', 'SELECT to_jsonb(u)::text AS 说明 FROM users u LIMIT 1'],
  ])('does not leak %s', async (_what, sql) => {
    const { outcomes, run } = await talk({ replies: [statement(sql), statement(COUNT)] });
    expect(outcomes.map(({ event }) => event)).toEqual(['generated']);
    expect(run.data.compiled?.sql).toBe(COUNT);
  });

  it('may name the source of each row, compare with stored values, and repeat the asker’s words', async () => {
    for (const [sql, question] of [
      ["SELECT '客户' AS 来源, count(*) AS 数量 FROM users UNION ALL SELECT '订单', count(*) FROM orders", undefined],
      ["SELECT count(*) AS 数量 FROM users WHERE city = 'user_id'", undefined],
      ["SELECT 'user_id' AS 名称, count(*) AS 数量 FROM orders", '把 user_id 写在每行的客户数量'],
    ]) {
      const { run } = await talk({
        replies: [statement(sql ?? '')],
        stored: ['user_id'],
        ...(question && { request: { question } }),
      });
      expect(run.data.compiled?.sql).toBe(sql);
    }
  });

  it('does not leak by an exploration of stored values', async () => {
    const { outcomes } = await talk({ replies: [exploring(`SELECT DISTINCT '${RULE}' FROM users`), statement(COUNT)] });
    expect(outcomes.map(({ event }) => event)).toEqual(['generated']);
    expect(JSON.stringify(outcomes.map(({ steps }) => steps))).not.toContain('PostgreSQL');
  });
});

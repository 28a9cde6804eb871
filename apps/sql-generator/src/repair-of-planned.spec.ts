import type { SemanticQuery } from '@querent/contracts';
import { statement, talk, type TalkInput } from './fixture/talk';

const query: SemanticQuery = {
  subject: { kind: 'table', name: 'users' },
  strategy: 'summary',
  measures: [{ label: '客户数', what: { kind: 'aggregate', fn: 'count', table: 'users' } }],
  dimensions: [{ label: '客户类型', column: { table: 'users', column: 'type' } }],
  select: [],
  distinct: false,
  filters: [{ kind: 'compare', column: { table: 'users', column: 'city' }, op: '=', value: '杭州' }],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
};
const planned = { semanticQuery: query, reasoning: null, disclosures: ['城市为杭州'] };
const refused = { error: '42883: operator does not exist: text = integer' };
const talkOver = (input: Omit<TalkInput, 'data'>) => talk({ ...input, data: planned });

const REPAIRED =
  'SELECT u.type, count(*) AS n FROM users u WHERE u.city = $1::text GROUP BY u.type ORDER BY 2 DESC, 1 LIMIT 1000';

describe('the planner’s statement', () => {
  it('is compiled without a model call', async () => {
    const { requests, last } = await talkOver({ replies: [statement(REPAIRED)] });
    expect(requests).toEqual([]);
    expect(last.patch.compiled?.source).toBeUndefined();
    expect(last.patch).not.toHaveProperty('usage');
  });

  it('is repaired by a model when the database refused it, keeping parameters, columns and disclosures', async () => {
    const first = await talkOver({ replies: [] });
    const repaired = first.run.data.compiled?.sql.replace('count(*)', 'count( * )').replace('$1', '($1)::text') ?? '';
    const { last, requests } = await talkOver({ replies: [statement(repaired)], executed: [refused] });
    expect(requests.map(({ task }) => task)).toEqual(['repair-sql']);
    expect(last).toMatchObject({
      event: 'generated',
      patch: {
        compiled: {
          source: 'model',
          sql: repaired,
          params: ['杭州', ...(first.run.data.compiled?.params.slice(1) ?? [])],
          columns: first.run.data.compiled?.columns,
        },
        attempts: [{ n: 1 }, { n: 2, sql: repaired }],
        technicalError: null,
        usage: { llmCalls: 1 },
      },
    });
    expect(last.patch.disclosures).toEqual(['城市为杭州', expect.stringContaining('修正')]);
  });

  it.each([
    ['drops a condition', (sql: string) => sql.replace(/WHERE .*? GROUP/s, 'GROUP')],
    ['writes the value instead of the parameter', (sql: string) => sql.replace('$1', "'杭州'")],
    ['counts something else', (sql: string) => sql.replace('count(*)', 'count(DISTINCT t1."name")')],
    ['returns another width', (sql: string) => sql.replace('SELECT k1 AS c1', 'SELECT k1 AS c0, k1 AS c1')],
    ['narrows the result', (sql: string) => sql.replace('WHERE ', `WHERE t1."type" = 'VIP' AND `)],
  ])('does not run if the repair %s', async (_what, change) => {
    const { sql } = (await talkOver({ replies: [] })).run.data.compiled ?? { sql: '' };
    const bad = statement(change(sql));
    const { last } = await talkOver({ replies: [bad, bad], executed: [refused] });
    expect(change(sql)).not.toBe(sql);
    expect(last.event).not.toBe('generated');
    expect(last.patch.attempts?.[1]?.error).toMatch(/^lost_in_repair: /);
  });

  it('asks the asker if no model is available or the attempts are used up', async () => {
    const unavailable = await talkOver({ replies: [{ why: 'breaker_open' }], executed: [refused] });
    expect(unavailable.last).toMatchObject({
      event: 'clarification_needed',
      patch: { compiled: null, clarification: { trigger: 'sql_execution_error' }, usage: { llmCalls: 1 } },
    });
    const none = await talkOver({ replies: [], executed: [refused], deps: { models: null } });
    expect(none.last).toMatchObject({
      event: 'clarification_needed',
      patch: { compiled: null, clarification: { trigger: 'sql_execution_error' } },
    });
    expect(none.last.patch).not.toHaveProperty('usage');
  });

  it('asks the asker if the model requests a clarification or exploration, which a clear question does not need', async () => {
    for (const reply of [
      '{"kind":"clarification","question":"要哪个城市？"}',
      '{"kind":"intermediate_sql","sql":"SELECT DISTINCT city FROM users"}',
    ]) {
      expect((await talkOver({ replies: [reply], executed: [refused] })).last).toMatchObject({
        event: 'clarification_needed',
        patch: { clarification: { trigger: 'sql_execution_error' } },
      });
    }
  });
});

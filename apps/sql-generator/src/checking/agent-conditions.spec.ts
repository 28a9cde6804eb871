import type { Filter } from '@querent/contracts';
import { statementFacts } from '@querent/lint';
import { peopleModel } from '../fixture/people-model';
import { runWith } from '../fixture/talk';
import { missingDefaults } from './agent-conditions';
import { statementSubject } from './statement-subject';

const { catalogue } = statementSubject(peopleModel, null);
const vip: Filter = { kind: 'compare', column: { table: 'users', column: 'type' }, op: '=', value: 'VIP' };

async function missing(sql: string, question: string, filters: readonly Filter[] = [vip]): Promise<string[]> {
  const written = { sql, facts: await statementFacts(sql, catalogue), run: runWith({ request: { question } }) };
  return (await missingDefaults(filters, written, peopleModel, catalogue)).map(({ message }) => message);
}

describe('an agent’s default filters', () => {
  it.each([
    'SELECT count(*) FROM users',
    'SELECT count(*) FROM users WHERE type IS NOT NULL',
    "SELECT count(*) FROM users WHERE type = 'Normal'",
    "SELECT count(*) FROM users WHERE type = 'VIP' UNION ALL SELECT count(*) FROM users",
    // A table in two roles has the condition in each.
    "SELECT count(*) FROM users AS payer JOIN users AS payee ON payee.id <> payer.id WHERE payer.type = 'VIP'",
  ])('are reported as missing in %s if the question does not mention their column', async (sql) => {
    expect(await missing(sql, '有多少大客户')).toEqual([expect.stringContaining("users.type = 'VIP'")]);
  });

  it('are satisfied if the statement has them or does not read their table', async () => {
    expect(await missing("SELECT count(*) FROM users WHERE type = 'VIP'", '有多少大客户')).toEqual([]);
    expect(await missing('SELECT count(*) FROM orders', '有多少订单')).toEqual([]);
    const inEach =
      "FROM users AS payer JOIN users AS payee ON payee.id <> payer.id WHERE payer.type = 'VIP' AND payee.type = 'VIP'";
    expect(await missing(`SELECT count(*) ${inEach}`, '有多少大客户')).toEqual([]);
  });

  it.each(['有多少 Normal 大客户', '各客户类型的大客户', 'big Enterprise whales'])(
    'give way to the question: %s',
    async (question) => {
      expect(await missing("SELECT count(*) FROM users WHERE type = 'Normal'", question)).toEqual([]);
      expect(await missing('SELECT count(*) FROM users', question)).toHaveLength(1);
    },
  );

  it('are still required if a word of the question merely contains the letters', async () => {
    expect(await missing("SELECT count(*) FROM users WHERE type <> 'VIP'", 'the abnormalities')).toHaveLength(1);
  });

  it('may permit several values', async () => {
    const some: Filter = {
      kind: 'in',
      column: { table: 'users', column: 'type' },
      values: ['VIP', 'Enterprise'],
      negated: false,
    };
    expect(await missing("SELECT count(*) FROM users WHERE type = 'Enterprise'", '有多少大客户', [some])).toEqual([]);
    expect(
      await missing("SELECT count(*) FROM users WHERE type IN ('VIP', 'Normal')", '有多少大客户', [some]),
    ).toHaveLength(1);
  });
});

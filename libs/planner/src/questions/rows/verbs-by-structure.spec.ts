import type { SemanticQuery } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { COURIERS } from '../../fixture/couriers';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const planOf = (question: string, context: SemanticQuery | null = null) =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: COURIERS,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context,
  });
const shape = (question: string): string => shapeOf(planOf(question));
const after = (first: string, turn: string): string => {
  const plan = planOf(first);
  return plan.kind === 'planned' ? shapeOf(planOf(turn, plan.query)) : plan.kind;
};

describe('verbs without a name in the model', () => {
  it.each([
    ['how far did each courier go', 'trips | sum(distance) | by name'],
    ['每个快递员跑了多少公里', 'trips | sum(distance) | by name'],
    ['what did we spend on materials', 'deliveries | sum(amount)'],
    ['材料一共花了多少钱', 'deliveries | sum(amount)'],
    ['materials nobody has used', 'materials | where no deliveries()'],
    ['没人用过的材料有哪些', 'materials | where no deliveries()'],
    [
      'how many people signed up as customers in 2025',
      'customers | count(customers) | where joined_on in 2025-01-01..2026-01-01',
    ],
    ['去年有多少人成为客户', 'customers | count(customers) | where joined_on in 2025-01-01..2026-01-01'],
  ])('the structure of the model decides the meaning of a verb: %s', (question, expected) => {
    expect(shape(question).replaceAll('some ', 'no ')).toBe(expected);
  });

  it('a question for money never counts rows', () => {
    expect(shape('what did we spend on complaints')).not.toContain('count');
  });
});

describe('a value of a level together with a noun', () => {
  const PLATINUM = 'where customers.level=P';
  it.each([
    ['how many platinum members do we have', `customers | count(customers) | ${PLATINUM}`],
    ['members of the platinum tier', `customers | ${PLATINUM}`],
    ['number of platinum level customers', `customers | count(customers) | ${PLATINUM}`],
    ['number of trips of gold-tier members', 'trips | count(trips) | where customers.level=G'],
    ['白金会员有多少', `customers | count(customers) | ${PLATINUM}`],
    ['白金级别的会员有多少', `customers | count(customers) | ${PLATINUM}`],
    ['等级是白金的会员有多少', `customers | count(customers) | ${PLATINUM}`],
  ])('a noun beside the value of a level means its things: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('such a noun alone does not name the things', () => {
    expect(planOf('how many members do we have').kind).not.toBe('planned');
  });
});

describe('“how much more” in one period than in another', () => {
  const YEARS = 'from 2024-01-01..2025-01-01 to 2025-01-01..2026-01-01';
  it.each([
    ['how many more trips were there in 2025 than in 2024', `trips | count(trips) | ${YEARS}`],
    ['how much more charge did we have in 2025 than in 2024', `trips | sum(charge) | ${YEARS}`],
    ['what percentage more charge was there in 2025 than in 2024', `trips | sum(charge) | ${YEARS}`],
    ['Between 2024 and 2025, by how much did the number of trips change?', `trips | count(trips) | ${YEARS}`],
  ])('“how much more” compares the two periods: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('“how much more” without a second period is not read', () => {
    expect(planOf('how many more trips').kind).not.toBe('planned');
  });
});

describe('a ratio of two figures of different events', () => {
  it.each(['payout as a percentage of the charge this year', '今年赔付额占收费的百分比'])(
    'a period applies to each figure by its own time: %s',
    (question) => {
      const plan = planOf(question);
      expect(plan).toMatchObject({
        kind: 'planned',
        query: {
          filters: [],
          measures: [
            {
              where: [{ kind: 'time', column: { table: 'complaints', column: 'filed_on' } }],
              per: { where: [{ kind: 'time', column: { table: 'trips', column: 'started_at' } }] },
            },
          ],
        },
      });
      expect(plan.kind === 'planned' && plan.disclosures.join()).toMatch(/own time|各按自己的时间/u);
    },
  );
});

describe('additions of a turn to the last answer', () => {
  it.each([
    ['which courier made the most trips', 'and the second?', 'number 2 of desc, 1 row'],
    ['跑行程最多的快递员是谁', '第二名呢', 'number 2 of desc, 1 row'],
  ])('after %s, “%s” asks for the next rank', (first, turn, part) => {
    expect(after(first, turn)).toContain(part);
  });

  it.each([
    ['trips by courier', 'show percentages', 'with the counts too'],
    ['各快递员的行程数', '用百分比表示', '连同次数一起列出'],
  ])('after %s, shares and then counts are added: %s, %s', (first, second, third) => {
    const plan = planOf(first);
    const shares = plan.kind === 'planned' ? planOf(second, plan.query) : plan;
    expect(shares).toMatchObject({ kind: 'planned', query: { measures: [{ share: { of: 'total' } }] } });
    const both = shares.kind === 'planned' ? planOf(third, shares.query) : shares;
    expect(both).toMatchObject({ kind: 'planned', query: { measures: [{}, { share: { of: 'total' } }] } });
  });

  it('a turn back to all rows removes everything', () => {
    expect(after('how many platinum members do we have', 'back to all customers: how many joined in 2025?')).toBe(
      'customers | count(customers) | where joined_on in 2025-01-01..2026-01-01',
    );
  });
});

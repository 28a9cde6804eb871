import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { POTTERY } from '../../fixture/pottery';
import { planQuestion } from '../../plan-question';

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: POTTERY,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
  });
const filtersOf = (question: string): unknown => {
  const plan = planOf(question);
  return plan.kind === 'planned' ? [plan.query.subject.name, plan.query.filters] : plan.kind;
};

describe('“not even one” of something', () => {
  it.each([
    ['今年一单都没下的买家有几位'],
    ['今年一次货都没订的买家'],
    ['今年货一次都没订过的买家有几位'],
    ['今年却一单都没下过的买家'],
  ])('“not even one” denies all events of its verb and object: %s', (question) => {
    expect(filtersOf(question)).toEqual([
      'buyers',
      [
        expect.objectContaining({
          kind: 'exists',
          table: 'orders',
          negated: true,
          filters: [expect.objectContaining({ kind: 'time' })],
        }),
      ],
    ]);
  });

  it('“not even one” may follow another condition', () => {
    expect(filtersOf('哪些买家注册了却一单都没下过')).toEqual([
      'buyers',
      expect.arrayContaining([expect.objectContaining({ kind: 'exists', table: 'orders', negated: true })]),
    ]);
  });
});

describe('references without a value', () => {
  it.each([['没有指定制作人的陶器有几件'], ['还没分配制作人的陶器'], ['从来没有指派过制作人的陶器']])(
    '“not assigned” asks for a missing reference: %s',
    (question) => {
      expect(filtersOf(question)).toEqual([
        'pots',
        [expect.objectContaining({ kind: 'null', column: { table: 'pots', column: 'potter_id' }, negated: false })],
      ]);
    },
  );
});

describe('a bound before a verb', () => {
  it.each([
    ['至少下过3单的买家有几位', '>=', 3],
    ['最多下过2单的买家', '<=', 2],
    ['不到下过4单的买家', '<', 4],
  ])('a bound before a verb limits the number of events: %s', (question, op, value) => {
    expect(filtersOf(question)).toEqual([
      'buyers',
      [expect.objectContaining({ kind: 'exists', table: 'orders', count: { op, value } })],
    ]);
  });
});

describe("a value with a part of its column's name", () => {
  it.each([
    ['中国籍的陶艺师有几位', '='],
    ['非中国籍的陶艺师有几位', '!='],
    ['不是中国籍的陶艺师', '!='],
  ])("a value with a part of its column's name is a value of that column: %s", (question, op) => {
    expect(filtersOf(question)).toEqual(['potters', [expect.objectContaining({ kind: 'compare', op, value: '中国' })]]);
  });
});

describe('columns listed with “with”', () => {
  it.each([
    ['list orders with their buyer and order date', ['order_no', 'name', 'placed_on']],
    ['list the pots with height and shop price', ['name', 'height', 'price']],
  ])('columns behind “with” are shown, and are no condition: %s', (question, expected) => {
    const plan = planOf(question);

    expect(plan.kind === 'planned' && [plan.query.select.map(({ column }) => column), plan.query.filters]).toEqual([
      expected,
      [],
    ]);
  });
});

describe('“who are they”', () => {
  it('“who are they all” does not ask for common values', () => {
    expect(filtersOf('至少下过3单的买家都有谁')).toEqual([
      'buyers',
      [expect.objectContaining({ kind: 'exists', table: 'orders' })],
    ]);
  });
});

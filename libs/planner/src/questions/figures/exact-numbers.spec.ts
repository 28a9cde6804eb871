import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { KITCHEN } from '../../fixture/kitchen';
import { shapeOf } from '../../fixture/shape-of';
import { WORKSHOP } from '../../fixture/workshop';
import { planQuestion } from '../../plan-question';

const planOf = (model: SemanticModel, question: string): PlanResult =>
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-24', timezone: 'UTC', choices: [] });
const shapeIn =
  (model: SemanticModel) =>
  (question: string): string =>
    shapeOf(planOf(model, question));
const shape = shapeIn(KITCHEN);

describe('an English number of related rows', () => {
  it.each([
    ['guests with only one order', { count: { op: '=', value: 1 } }],
    ['guests with a single order', { count: { op: '=', value: 1 } }],
    ['guests who placed just two orders', { count: { op: '=', value: 2 } }],
    ['guests who have not placed a single order', { negated: true }],
  ])('an exact number of related rows is required: %s', (question, expected) => {
    expect(planOf(KITCHEN, question)).toMatchObject({
      query: { filters: [{ kind: 'exists', table: 'orders', ...expected }] },
    });
  });

  it.each([['suppliers with more than 3 branches'], ['branches with two or more dishes']])(
    'a number applies to the noun behind it, and to nothing before it: %s',
    (question) => {
      expect(shape(question)).toBe('unsupported');
    },
  );

  it.each([
    ['guests who ordered more than 5 dishes', 'guests | where guests with count_distinct(dish_id)>5'],
    ['guests with at least 3 dishes', 'guests | where guests with count_distinct(dish_id)>=3'],
    [
      'guests with more than 4 dishes this year',
      'guests | where guests with count_distinct(dish_id)[ordered_on in 2026-01-01..2026-11-25]>4',
    ],
  ])('a number of things that rows repeat counts distinct ones: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['guests with at least one order and at least one invoice', 'guests | where some orders(), some invoices()'],
    [
      'suppliers with more than 2 ingredients and at least one scarce ingredient',
      'suppliers | where some ingredients(), some ingredients(term)',
    ],
  ])('numbers of two kinds of related rows are both required: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('an amount with the same name as its rows', () => {
  it.each([
    ['the largest invoice', 'desc'],
    ['the highest single invoice', 'desc'],
    ['lowest invoice', 'asc'],
  ])('the largest row is ranked by the amount of the same name: %s', (question, direction) => {
    expect(planOf(WORKSHOP, question)).toMatchObject({
      query: {
        limit: 1,
        order: [{ by: { kind: 'column', column: { table: 'invoices', column: 'amount' } }, direction }],
      },
    });
  });
});

const FIRM = modelOf(
  {
    bureaus: 'id integer, name text = Marl|Tarn',
    buyers: 'id integer, name text = Acme|Beta, town text = Marl|Oslo',
    planners: 'id integer, name text = Ann Lee|Bo Chan, rank text = senior|trainee, bureau_id integer > bureaus',
    entries: 'id integer, planner_id integer > planners, buyer_id integer > buyers, work_on date, hours numeric',
  },
  {
    tables: {
      bureaus: {
        label: { en: 'bureau', zh: '分所' },
        kind: 'thing',
        columns: {
          name: {
            role: 'name',
            label: { en: 'bureau name', zh: '分所名称' },
            values: { Marl: { zh: ['马尔'] }, Tarn: {} },
          },
        },
      },
      buyers: {
        label: { en: 'buyer', zh: '买家' },
        kind: 'thing',
        columns: {
          name: { role: 'name', label: { en: 'buyer name', zh: '买家名称' } },
          town: { label: { en: 'buyer town', zh: '买家城市' }, role: 'dimension' },
        },
      },
      planners: {
        label: { en: 'planner', zh: '规划师' },
        kind: 'thing',
        columns: {
          name: { role: 'name', label: { en: 'planner name', zh: '姓名' } },
          rank: { label: { en: 'rank', zh: '职级' }, role: 'dimension' },
        },
      },
      entries: {
        label: { en: 'time entry', zh: '工时' },
        kind: 'event',
        columns: {
          work_on: { role: 'time', label: { en: 'work date', zh: '工作日期' } },
          hours: { role: 'measure', label: { en: 'hours', zh: '小时' } },
        },
      },
    },
  },
);

describe('the place where a person works', () => {
  it.each([
    ['how many trainees work in Marl', 'planners | count(planners) | where planners.rank=trainee, bureaus.name=Marl'],
    ['which trainees are in Marl', 'planners | where planners.rank=trainee, bureaus.name=Marl'],
    ['planners based in Tarn', 'planners | where bureaus.name=Tarn'],
  ])("“work in” refers to the person's own office, and not to a client's: %s", (question, expected) => {
    expect(shapeIn(FIRM)(question)).toBe(expected);
  });

  it.each([
    ['which planners worked in March, and for which buyer', 'entries', ['planners.name', 'buyers.name']],
    ['planners called Ann Lee and their bureaus', 'planners', ['planners.name', 'bureaus.name']],
  ])('the names of related things are shown beside the rows: %s', (question, thing, shown) => {
    const plan = planOf(FIRM, question);
    const query = plan.kind === 'planned' ? plan.query : null;
    expect(query?.subject.name).toBe(thing);
    expect(query?.select.map(({ table, column }) => `${table}.${column}`)).toEqual(shown);
  });
});

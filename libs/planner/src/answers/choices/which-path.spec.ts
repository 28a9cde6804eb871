import { detectLocale } from '@querent/language';
import { compileQuery } from '@querent/compiler';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const label = (zh: string, en: string, more = {}) => ({ label: { zh, en }, ...more });

/** A harbour: a mooring has a size class by its boat and another by its berth; each class has a tariff. */
const HARBOUR = modelOf(
  {
    tariffs: 'id integer, title text = Summer|Winter',
    classes: 'id integer, title text = Dinghy|Yacht, tariff_id integer > tariffs',
    boats: 'id integer, title text = Gull|Tern, class_id integer > classes',
    berths: 'id integer, code text = A1|B2, class_id integer > classes',
    moorings: 'id integer, boat_id integer > boats, berth_id integer > berths, fee numeric, moored_on date',
  },
  {
    tables: {
      tariffs: label('价目', 'tariff', {
        kind: 'thing',
        columns: { title: label('价目名称', 'tariff name', { role: 'name' }) },
      }),
      classes: label('等级', 'size class', {
        kind: 'thing',
        columns: {
          title: label('等级名称', 'class name', {
            role: 'name',
            values: { Dinghy: { zh: ['小艇'] }, Yacht: { zh: ['游艇'] } },
          }),
        },
      }),
      boats: label('船', 'boat', { kind: 'thing', columns: { title: label('船名', 'boat name', { role: 'name' }) } }),
      berths: label('泊位', 'berth', {
        kind: 'thing',
        columns: { code: label('泊位号', 'berth code', { role: 'name' }) },
      }),
      moorings: label('停泊', 'mooring', {
        kind: 'event',
        columns: { fee: label('费用', 'fee', { role: 'measure' }), moored_on: label('停泊日期', 'mooring date') },
      }),
    },
  },
);
const BY_BOAT = 'classes@boats@class_id';
const BY_BERTH = 'classes@berths@class_id';
const DAYS = { today: '2026-11-23', timezone: 'UTC' };

/** The harbour without missing values in these keys. */
const withKeys = (keys: Record<string, readonly string[]>): typeof HARBOUR => ({
  ...HARBOUR,
  tables: Object.fromEntries(
    Object.entries(HARBOUR.tables).map(([name, table]) => [
      name,
      {
        ...table,
        columns: Object.fromEntries(
          Object.entries(table.columns).map(([key, column]) => [
            key,
            { ...column, nullable: !(keys[name] ?? []).includes(key) },
          ]),
        ),
      },
    ]),
  ),
});

function shape(question: string, choices: { key: string; value: string }[] = [], model = HARBOUR): string {
  const locale = detectLocale(question);
  const plan = planQuestion({ question, model, locale, choices, ...DAYS });
  if (plan.kind === 'planned') compileQuery(plan.query, model, { ...DAYS, locale, maxRows: 100 });
  return plan.kind === 'ambiguous' ? `asked: ${plan.ambiguity.key}` : shapeOf(plan);
}

describe('two equally short join paths to a table', () => {
  it.each([
    'total fee by size class',
    '各等级的费用',
    'how many moorings of yachts last month',
    '游艇的停泊有多少次',
    'which size class has the most moorings',
    '停泊次数最多的等级',
    'list the moorings with their size class',
  ])('“%s” asks which join path is meant', (question) => {
    expect(shape(question)).toBe('asked: way:classes');
  });

  it.each([
    ['total fee by size class', BY_BERTH, `moorings | sum(fee) | by ${BY_BERTH}.title`],
    ['各等级的费用', BY_BOAT, `moorings | sum(fee) | by ${BY_BOAT}.title`],
    ['游艇的停泊有多少次', BY_BOAT, `moorings | count(moorings) | where ${BY_BOAT}.title=Yacht`],
  ])('“%s” takes the join path of the reply: %s', (question, value, expected) => {
    expect(shape(question, [{ key: 'way:classes', value }])).toContain(expected);
  });

  it.each([
    ['total fee by boat size class', `moorings | sum(fee) | by ${BY_BOAT}.title`],
    ['各泊位等级的费用', `moorings | sum(fee) | by ${BY_BERTH}.title`],
    ['按船的等级统计费用', `moorings | sum(fee) | by ${BY_BOAT}.title`],
    ['total fee by size class of the berth', `moorings | sum(fee) | by ${BY_BERTH}.title`],
  ])('“%s” states the join path in words', (question, expected) => {
    expect(shape(question)).toContain(expected);
  });

  it.each([
    ['total fee by tariff', 'asked: way:tariffs'],
    ['各价目的停泊次数', 'asked: way:tariffs'],
  ])('“%s” continues the chosen join path to a further table', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['how many boats by size class', 'boats | count(boats) | by title'],
    ['各等级有多少个泊位', 'berths | count(berths) | by title'],
    ['how many size classes are there', 'classes | count(classes)'],
  ])('“%s” has a single join path and asks nothing', (question, expected) => {
    expect(shape(question)).toContain(expected);
  });

  it.each([
    ['total fee by size class', `moorings | sum(fee) | by ${BY_BOAT}.title`],
    ['游艇的停泊有多少次', `moorings | count(moorings) | where ${BY_BOAT}.title=Yacht`],
  ])('“%s” takes the only join path without missing references', (question, expected) => {
    const always = withKeys({ moorings: ['boat_id'], boats: ['class_id'], berths: ['class_id'] });
    expect(shape(question, [], always)).toContain(expected);
    // Both references may be missing, or neither.
    expect(shape(question, [], withKeys({ moorings: ['boat_id'] }))).toBe('asked: way:classes');
    const both = withKeys({ moorings: ['boat_id', 'berth_id'], boats: ['class_id'], berths: ['class_id'] });
    expect(shape(question, [], both)).toBe('asked: way:classes');
  });

  it('a referenced table appears under one of its names without a question', () => {
    const plan = planQuestion({ question: 'list the boats', model: HARBOUR, locale: 'en', choices: [], ...DAYS });
    if (plan.kind !== 'planned') throw new Error(plan.kind);
    const { columns } = compileQuery(plan.query, HARBOUR, { ...DAYS, locale: 'en', maxRows: 100 });
    expect(columns.map(({ label: shown }) => shown)).toEqual(['boat name', 'class name']);
  });
});

describe('join paths with equal labels', () => {
  it.each(['number of moorings by size class', '各等级的停泊数'])(
    'options with equal labels are distinguished by the table on the path: %s',
    (question) => {
      const plan = planQuestion({
        question,
        locale: detectLocale(question),
        model: HARBOUR,
        today: '2026-11-24',
        timezone: 'UTC',
        choices: [],
      });
      const labels = plan.kind === 'ambiguous' ? plan.ambiguity.options.map(({ label }) => label) : [];
      expect(labels).toHaveLength(2);
      expect(new Set(labels).size).toBe(2);
    },
  );
});

import type { PlanResult } from '@querent/contracts';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** A shipyard: hours of welders, payments and refunds of customers, and berths with dues. */
const SHIPYARD = modelOf(
  {
    berths: 'id integer, name text = 一号泊位|二号泊位, quay text = 东岸|西岸, rent numeric',
    customers: 'id integer, name text = 海燕航运|白帆公司, tier text = 大客户|散客, points integer, joined_on date',
    welders: 'id integer, name text, hired_on date',
    jobs: `id integer, customer_id integer > customers, berth_id integer > berths, docked_on date, estimate numeric, urgent boolean`,
    logs: 'id integer, job_id integer > jobs, welder_id integer > welders, worked_on date, hours numeric, night boolean',
    receipts: 'id integer, job_id integer > jobs, received_on date, amount numeric',
    refunds: 'id integer, receipt_id integer > receipts, refunded_on date, amount numeric',
  },
  {
    defaultLocale: 'zh',
    tables: {
      berths: {
        label: { zh: '泊位' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '泊位名称' }, role: 'name' },
          quay: { label: { zh: '岸别' }, role: 'dimension' },
          rent: { label: { zh: '月租' }, role: 'measure' },
        },
      },
      customers: {
        label: { zh: '船东' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '船东名称' }, role: 'name' },
          tier: { label: { zh: '船东等级' }, role: 'dimension' },
          points: { label: { zh: '积分' }, role: 'measure' },
          joined_on: { label: { zh: '建档日期' }, role: 'time' },
        },
      },
      welders: {
        label: { zh: '焊工' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '焊工姓名' }, role: 'name' },
          hired_on: { label: { zh: '入职日期' }, role: 'time' },
        },
      },
      jobs: {
        label: { zh: '船单' },
        kind: 'event',
        columns: {
          docked_on: { label: { zh: '接船日期' }, role: 'time' },
          estimate: { label: { zh: '估价' }, role: 'measure' },
          urgent: { label: { zh: '加急' }, role: 'dimension' },
        },
      },
      logs: {
        label: { zh: '焊接记录' },
        kind: 'event',
        columns: {
          worked_on: { label: { zh: '施工日期' }, role: 'time' },
          hours: { label: { zh: '焊时' }, role: 'measure' },
          night: { label: { zh: '夜班' }, role: 'dimension' },
        },
      },
      receipts: {
        label: { zh: '收款' },
        kind: 'event',
        columns: {
          received_on: { label: { zh: '收款日期' }, role: 'time' },
          amount: { label: { zh: '收款金额' }, role: 'measure' },
        },
      },
      refunds: {
        label: { zh: '退款' },
        kind: 'event',
        columns: {
          refunded_on: { label: { zh: '退款日期' }, role: 'time' },
          amount: { label: { zh: '退款金额' }, role: 'measure' },
        },
      },
    },
    metrics: { dues: { label: { zh: '泊位收入' }, expression: 'sum(jobs.estimate)' } },
  },
);

const planOf = (question: string): PlanResult =>
  planQuestion({ question, locale: 'zh', model: SHIPYARD, today: '2026-11-24', timezone: 'UTC', choices: [] });
const shape = (question: string): string => shapeOf(planOf(question));

/** The counted table, and the related rows that are required or denied. */
function related(question: string): unknown {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return plan.kind;
  const { subject, measures, filters } = plan.query;
  const what = measures[0]?.what;
  const [filter] = filters;
  return [
    subject.name,
    what?.kind === 'aggregate' && what.fn,
    filter?.kind === 'exists' && [filter.table, filter.negated],
  ];
}

describe('persons who did something with an amount', () => {
  it.each([
    ['登记过焊时的焊工有几位', false],
    ['今年登记了焊时的焊工有多少', false],
    ['没有登记过焊时的焊工有几位', true],
    ['没有填写焊时的焊工有多少人', true],
  ])('the persons are counted: %s', (question, negated) => {
    expect(related(question)).toEqual(['welders', 'count', ['logs', negated]]);
  });

  it.each([
    ['焊工登记的焊时有多少'],
    ['今年登记了多少焊时'],
    ['焊工们上个月一共登记了多少焊时'],
    ['大家一共登记了多少焊时'],
  ])('the amount is summed if it is asked for: %s', (question) => {
    expect(shape(question)).toMatch(/^logs \| sum\(hours\)/);
  });
});

describe('money that was paid', () => {
  it.each([
    ['海燕航运今年一共付了我们多少钱', /^receipts \| sum\(amount\) \| where .*customers\.name=海燕航运/],
    ['今年一共收到海燕航运多少钱', /^receipts \| sum\(amount\) \| where .*customers\.name=海燕航运/],
    ['我们上个月收到多少钱', /^receipts \| sum\(amount\) \| where received_on in 2026-10-01/],
    ['船东们今年付了多少钱', /^receipts \| sum\(amount\) \| where received_on in 2026-01-01/],
    ['今年退还了多少钱', /^refunds \| sum\(amount\) \| where refunded_on in 2026-01-01/],
  ])('money paid or returned is the sum of payments or refunds: %s', (question, expected) => {
    expect(shape(question)).toMatch(expected);
  });

  it('customers who paid are counted as customers', () => {
    expect(shape('今年付了钱的船东有多少')).toMatch(/^customers \| count\(customers\) \| where .*receipts/);
  });
});

describe('a verb of one character before 的', () => {
  it('a verb of one character before 的 selects the time whose noun contains it', () => {
    expect(shape('今年接的船单有多少')).toBe('jobs | count(jobs) | where docked_on in 2026-01-01..2026-11-25');
  });
});

describe('a whole that is named before its part', () => {
  it.each([['今年的焊时里，夜班的占多大比例'], ['今年登记的焊时中，夜班的占几成']])(
    'the part is a share of the whole: %s',
    (question) => {
      const plan = planOf(question);
      const [measure] = plan.kind === 'planned' ? plan.query.measures : [];
      expect(measure?.share?.of).toBe('filtered');
      expect(measure?.what).toMatchObject({ fn: 'sum', column: { column: 'hours' } });
      expect(plan.kind === 'planned' && plan.query.filters.map(({ kind }) => kind)).toEqual(['time']);
    },
  );
});

it('the time of events restricts the whole of a share by group', () => {
  const plan = planOf('今年接的船单，各泊位的占比');
  const [measure] = plan.kind === 'planned' ? plan.query.measures : [];
  expect(plan.kind === 'planned' && plan.query.filters.map(({ kind }) => kind)).toEqual(['time']);
  expect(measure?.share?.of).toBe('total');
});

describe('a second clause about the first', () => {
  it.each([
    ['月租最高的泊位是哪个，它的岸别是什么'],
    ['月租最高的泊位是哪个？其岸别是什么'],
    ['月租最高的泊位，顺便列出岸别'],
  ])('the attribute of the second clause is shown beside the row: %s', (question) => {
    const plan = planOf(question);
    expect(plan.kind === 'planned' && plan.query.select.map(({ column }) => column)).toEqual(['name', 'quay']);
    expect(plan.kind === 'planned' && plan.query.limit).toBe(1);
  });

  it('the attribute of the second clause is shown beside each ranked group', () => {
    expect(shape('今年泊位收入最高的3个泊位，顺便列出岸别')).toMatch(/^jobs \| dues \| by quay, by name/);
  });
});

describe('a range of amounts', () => {
  it.each([
    ['月租落在1000到3000之间的泊位有几个'],
    ['月租处于1000到3000区间内的泊位有几个'],
    ['月租在1000到3000这个范围里的泊位有几个'],
  ])('a range of amounts has both ends: %s', (question) => {
    expect(shape(question)).toMatch(/^berths \| count\(berths\) \| where between$/);
  });
});

it('a metric above its average is never replaced by an amount of the things', () => {
  expect(shape('泊位收入高于平均水平的泊位')).not.toMatch(/rent/);
});

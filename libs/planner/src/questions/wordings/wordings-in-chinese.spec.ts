import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { KITCHEN } from '../../fixture/kitchen';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** A water company: amounts by meter type, categories in a table, and yes/no states. */
const WATERWORKS = modelOf(
  {
    homes: 'id integer, name text, born_on date, area_sqm numeric, referrer_id integer > homes',
    fault_types: 'id integer, name text = 漏水|堵塞, hours integer',
    faults: 'id integer, home_id integer > homes, type_id integer > fault_types, called_on date',
    contracts: `id integer, home_id integer > homes, kind text = 1|2, signed_on date, paperless boolean,
      fee numeric`,
    readings: 'id integer, home_id integer > homes, meter text = H|C, read_on date, used numeric',
  },
  {
    defaultLocale: 'zh',
    tables: {
      homes: {
        label: { zh: '住户' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '户名' }, role: 'name' },
          born_on: { label: { zh: '户主生日' } },
          area_sqm: { label: { zh: '面积' }, role: 'measure' },
          referrer_id: { label: { zh: '介绍人' } },
        },
      },
      fault_types: {
        label: { zh: '故障类型' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '类型名称' }, role: 'name' },
          hours: { label: { zh: '时限' }, role: 'measure' },
        },
      },
      faults: {
        label: { zh: '报障' },
        kind: 'event',
        columns: { called_on: { label: { zh: '报障日期' }, role: 'time' } },
      },
      contracts: {
        label: { zh: '合约' },
        kind: 'event',
        columns: {
          kind: { label: { zh: '合约类型' }, role: 'dimension', values: { 1: { zh: ['民用'] }, 2: { zh: ['商用'] } } },
          signed_on: { label: { zh: '签订日期' }, role: 'time' },
          paperless: { label: { zh: '电子账单' }, role: 'dimension' },
          fee: { label: { zh: '合约金额' }, role: 'measure' },
        },
      },
      readings: {
        label: { zh: '抄表' },
        kind: 'event',
        columns: {
          meter: { label: { zh: '表种' }, role: 'dimension', values: { H: { zh: ['热水'] }, C: { zh: ['冷水'] } } },
          read_on: { label: { zh: '抄表日期' }, role: 'time' },
        },
      },
    },
    metrics: { used: { label: { zh: '用量' }, expression: 'sum(readings.used)' } },
  },
);

const planOf = (question: string, model: SemanticModel): PlanResult =>
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-24', timezone: 'UTC', choices: [] });
const kitchen = (question: string): string => shapeOf(planOf(question, KITCHEN));
const waterworks = (question: string): string => shapeOf(planOf(question, WATERWORKS));
const existing = (plan: PlanResult): unknown =>
  plan.kind === 'planned' &&
  plan.query.filters.map((one) => (one.kind === 'exists' ? [one.table, one.negated, one.count?.value] : one.kind));

describe('things without related rows', () => {
  const none = ['orders', true, undefined];

  it.each([
    ['一个订单都没下过的客户有几家'],
    ['连一个订单也没下过的客户'],
    ['订单都没有的客户有哪几家'],
    ['签约了但是从来没下过订单的客户有几家'],
    ['哪些客户至今还没有任何订单'],
    ['到目前为止还没下过任何订单的客户'],
  ])('“never” requires that no related rows exist: %s', (question) => {
    expect(existing(planOf(question, KITCHEN))).toContainEqual(none);
  });

  it('“never signed” denies related rows, and not a date that every row has', () => {
    expect(existing(planOf('从来没签过合约的住户有几家', WATERWORKS))).toEqual([['contracts', true, undefined]]);
  });

  it.each([
    ['去年下过单、今年却一单都没下的客户有多少家'],
    ['去年下过单但今年没再下过的客户有几家'],
    ['去年下过订单，今年却没有下过的客户有哪几家'],
  ])('things without rows in one period may have rows in another: %s', (question) => {
    expect(existing(planOf(question, KITCHEN))).toEqual([
      ['orders', false, undefined],
      ['orders', true, undefined],
    ]);
  });

  it('a denied period is about all related rows, and not about single ones', () => {
    const question = 'how many guests placed an order last year but not this year';
    expect(existing(planOf(question, KITCHEN))).toEqual([
      ['orders', false, undefined],
      ['orders', true, undefined],
    ]);
  });

  it('a denied verb of one character refers to the event named before', () => {
    expect(existing(planOf('去年有过报障、今年一次都没报的住户', WATERWORKS))).toEqual([
      ['faults', false, undefined],
      ['faults', true, undefined],
    ]);
  });
});

describe('an exact number of related rows', () => {
  it.each([
    ['只下过一个订单的客户有多少家', 1],
    ['仅有两个订单的客户', 2],
    ['只下过1单的客户', 1],
    ['guests with exactly one order', 1],
  ])('an exact number of related rows is required: %s', (question, count) => {
    expect(planOf(question, KITCHEN)).toMatchObject({
      kind: 'planned',
      query: { filters: [{ kind: 'exists', table: 'orders', count: { op: '=', value: count } }] },
    });
  });

  it('an exact number of places is not a number of events', () => {
    expect(kitchen('只在一家分店下过单的客户')).toBe('unsupported');
  });
});

describe('related rows of several kinds', () => {
  it.each([['既买过Paella又买过Ratatouille订单的客户有几家'], ['Paella和Ratatouille的订单都下过的客户有几家']])(
    'related rows of each kind are required: %s',
    (question) => {
      expect(kitchen(question)).toBe(
        'guests | count(guests) | where some orders(dishes.name=Paella), some orders(dishes.name=Ratatouille)',
      );
    },
  );
});

describe('“which ones”', () => {
  it.each([
    ['销售额累计超过1万元的客户有哪几家', 'orders | sales | by name | having sales>10000'],
    ['库存超过2吨的食材是哪几款', 'ingredients | where ingredients.stock_kg>2000'],
    ['订单最多的客户是哪位', 'orders | count(orders) | by name'],
    ['介绍人数最多的住户是哪户', 'homes | count(homes) | by homes@homes@referrer_id.name | where null'],
  ])('“which ones” lists instead of counting: %s', (question, expected) => {
    expect([kitchen(question), waterworks(question)]).toContain(expected);
  });
});

describe('an amount whose name contains a value', () => {
  it.each([
    [
      '2025年哪个月的用热水量最高',
      'used | by read_on:month | where read_on in 2025-01-01..2026-01-01, readings.meter=H',
    ],
    ['上个月用冷水量是多少', 'used | where read_on in 2026-10-01..2026-11-01, readings.meter=C'],
  ])('the value inside the name of an amount is a condition: %s', (question, expected) => {
    expect(waterworks(question)).toBe(`readings | ${expected}`);
  });

  it('an amount around an unknown value is not a number of rows', () => {
    expect(waterworks('各住户的热水量')).toBe('unsupported');
  });
});

describe('a part of a whole amount', () => {
  it.each([
    ['民用合约金额占全部合约金额的百分比'],
    ['民用的合约金额占全部合约金额的百分之几'],
    ['民用合约金额占总合约金额的几成'],
  ])('a part of a whole amount is a share: %s', (question) => {
    expect(planOf(question, WATERWORKS)).toMatchObject({
      kind: 'planned',
      query: {
        dimensions: [],
        measures: [{ what: { fn: 'sum' }, share: { where: [{ kind: 'compare', value: '1' }] } }],
      },
    });
  });
});

describe('the category of the counted rows', () => {
  it.each([
    ['哪种类型的报障最多', 'faults | count(faults) | by name'],
    ['哪种报障最多', 'faults | count(faults) | by name'],
    ['各类型的报障数', 'faults | count(faults) | by name'],
    ['哪种类型的合约最多', 'contracts | count(contracts) | by kind'],
  ])('the category of the counted rows is preferred to that of others: %s', (question, expected) => {
    expect(waterworks(question)).toBe(expected);
  });
});

describe('a period before persons who did something', () => {
  it.each([
    ['今年有多少个不同的住户报障过', 'homes | count(homes) | where some faults(called_on in 2026-01-01..2026-11-25)'],
    ['今年有多少个住户报障过', 'homes | count(homes) | where some faults(called_on in 2026-01-01..2026-11-25)'],
  ])('a period before persons restricts their events: %s', (question, expected) => {
    expect(waterworks(question)).toBe(expected);
  });
});

describe('words that add nothing', () => {
  it.each([
    ['我们手上一共管着多少家分店', 'branches | count(branches)'],
    ['前前后后跟我们下过超过3个订单的客户一共有多少家', 'guests | count(guests) | where some orders()'],
    ['今年的销售额跟去年同期比怎么样', 'orders | sales | from 2025-01-01..2025-11-25 to 2026-01-01..2026-11-25'],
    ['今年的销售额比去年同期如何', 'orders | sales | from 2025-01-01..2025-11-25 to 2026-01-01..2026-11-25'],
    ['销售额前五的菜品及其销售额', 'orders | sales | by name'],
    ['列出每个客户和它的订单数', 'orders | count(orders) | by name | with none'],
    ['订单金额在300到500元之间的订单卖出了多少单', 'orders | count(orders) | where between'],
  ])('light words around the question add no condition: %s', (question, expected) => {
    expect(kitchen(question)).toBe(expected);
  });

  it.each([
    ['还没开通电子账单的合约有多少份', 'contracts | count(contracts) | where contracts.paperless=false'],
    ['支持电子账单的合约', 'contracts | where contracts.paperless=true'],
    ['面积在120平米以上的住户有多少家', 'homes | count(homes) | where homes.area_sqm>=120'],
    ['超过120平方米的住户', 'homes | where homes.area_sqm>120'],
  ])('light words around a state or a bound add no condition: %s', (question, expected) => {
    expect(waterworks(question)).toBe(expected);
  });
});

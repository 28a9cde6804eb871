import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** A repair shop: jobs of garages, their parts, and checks of them. */
const GARAGES = modelOf(
  {
    garages: 'id integer, name text = 北门|南门, town text = 苏州|无锡, licensed boolean, rent numeric',
    drivers: 'id integer, name text, garage_id integer > garages, wage numeric',
    jobs: 'id integer, garage_id integer > garages, driver_id integer > drivers, taken_on date, way text = A|B|C, cost numeric',
    job_lines: 'id integer, job_id integer > jobs, part text',
    checks: 'id integer, garage_id integer > garages, checked_on date, outcome text = 合格|不合格',
  },
  {
    defaultLocale: 'zh',
    tables: {
      garages: {
        label: { zh: '车行' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '车行名称' }, role: 'name' },
          town: { label: { zh: '所在城市' }, role: 'dimension' },
          licensed: { label: { zh: '是否持牌' }, synonyms: { zh: ['持牌'] }, role: 'dimension' },
          rent: { label: { zh: '租金' }, role: 'measure' },
        },
      },
      drivers: {
        label: { zh: '司机' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '司机姓名' }, role: 'name' },
          garage_id: { label: { zh: '所在车行' } },
          wage: { label: { zh: '日薪' }, role: 'measure' },
        },
      },
      jobs: {
        label: { zh: '工单' },
        kind: 'event',
        columns: {
          taken_on: { label: { zh: '接单日期' }, role: 'time' },
          way: {
            label: { zh: '渠道' },
            role: 'dimension',
            values: { A: { zh: ['电话'] }, B: { zh: ['网页'] }, C: { zh: ['上门'] } },
          },
          cost: { label: { zh: '费用' }, role: 'measure' },
        },
      },
      job_lines: {
        label: { zh: '工单明细' },
        synonyms: { zh: ['开单明细'] },
        columns: { part: { label: { zh: '部件' } } },
      },
      checks: {
        label: { zh: '点检' },
        kind: 'event',
        columns: {
          checked_on: { label: { zh: '点检日期' }, role: 'time' },
          outcome: { label: { zh: '结论' }, role: 'dimension' },
        },
      },
    },
  },
);

const plan = (question: string, before?: PlanResult): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: GARAGES,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
    context: before?.kind === 'planned' ? before.query : null,
  });

const shape = (question: string): string => shapeOf(plan(question));

const talk = (...turns: string[]): string =>
  shapeOf(turns.reduce<PlanResult | undefined>((before, turn) => plan(turn, before), undefined) ?? plan(''));

describe('verbs that are separated from their objects', () => {
  it.each([
    ['平均一家车行接几单', '平均每家车行的工单数'],
    ['今年接的单有多少', '今年的工单有多少'],
    ['从没开过单的车行', '没有工单的车行'],
    ['电话渠道来了多少单', '电话渠道的工单数'],
    ['除了电话，其他渠道一共接了多少单', '除了电话渠道的工单数'],
  ])('“%s” is read like “%s”', (question, plain) => {
    expect(shape(question)).toBe(shape(plain));
    expect(shape(question)).not.toBe('unsupported');
  });

  it('a part of a verb is not read as another verb', () => {
    expect(shape('从没点过单的车行')).toBe('unsupported');
    expect(shape('从没点检过的车行')).not.toBe('unsupported');
  });
});

describe('common polite and filler words', () => {
  it.each([
    ['平台上一共入驻了多少家车行', '一共有多少家车行'],
    ['把租金超过500的车行列给我', '列出租金超过500的车行'],
    ['有没有开在无锡的车行', '有没有无锡的车行'],
    ['持牌的车行还剩多少家', '持牌的车行有多少家'],
    ['还有没有持牌的车行', '有没有持牌的车行'],
    ['从没收到过任何点检的车行', '没有点检的车行'],
    ['还没安排到车行的司机有几个', '没有车行的司机有几个'],
    ['有多少司机的日薪超过了平均日薪', '日薪高于平均的司机有多少'],
    ['哪一道工单最贵', '哪个工单最贵'],
  ])('“%s” is read like “%s”', (question, plain) => {
    expect(shape(question)).toBe(shape(plain));
    expect(shape(question)).not.toBe('unsupported');
  });

  it('a share is of the rows named before it', () => {
    expect(shape('苏州的车行当中持牌的占几成')).toBe(shape('苏州的车行里面，持牌的占多大比例'));
    expect(JSON.stringify(plan('苏州的车行当中持牌的占几成'))).toContain('share');
  });

  it('a requested date is shown, together with other requested columns', () => {
    const found = plan('北门最近一次点检是哪天，结论如何');
    expect(found.kind === 'planned' && found.query.select.map(({ column }) => column)).toEqual([
      'checked_on',
      'outcome',
    ]);
    expect(shape('每家车行最近一次点检分别是哪天')).toBe(shape('每家车行最近一次点检的日期'));
  });
});

describe('turns in spoken Chinese', () => {
  it.each([
    [['租金最高的3家车行', '多列两家'], ['租金最高的5家车行']],
    [['去年各渠道的费用', '换成单数'], ['去年各渠道的工单数']],
    [
      ['各所在城市的车行数', '持牌的不算'],
      ['各所在城市的车行数', '去掉持牌的'],
    ],
    [
      ['今年的工单数', '光看电话的'],
      ['今年的工单数', '只看电话的'],
    ],
    [['持牌的车行有几家', '再帮我查下司机有多少'], ['司机有多少']],
    [['租金最高的3家车行', '好，另外工单一共有多少个'], ['工单一共有多少个']],
    [['今年各渠道的工单数', '只看无锡的', '回到全部工单'], ['今年各渠道的工单数']],
    [['今年各渠道的费用', '最高的是哪个渠道', '回到按渠道的那张表'], ['今年各渠道的费用']],
  ])('the turns %j lead to the query of “%s”', (turns, plain) => {
    expect(talk(...turns)).toBe(talk(...plain));
    expect(talk(...turns)).not.toBe('unsupported');
  });
});

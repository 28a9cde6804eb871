import type { Ambiguity } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, modelOf, SCHOOLS, SIGHTS } from '@querent/model/fixture';
import { BIKES } from '../fixture/bikes';
import { planQuestion } from '../plan-question';
import { interpretReply } from './interpret-reply';

const DAYS = { today: '2026-11-23', timezone: 'UTC' };

/** The question, the reply to its clarification, and the effect of the reply. */
type Row = [question: string, reply: string, does: string];

const PICKS: Row[] = [
  ['各站点的养护', '综合评分', 'composite'],
  ['各站点的养护', '就看综合评分吧', 'composite'],
  ['各站点的养护', '2', 'children'],
  ['各站点的养护', '２', 'children'],
  ['各站点的养护', '二', 'children'],
  ['各站点的养护', '选2', 'children'],
  ['各站点的养护', 'B', 'children'],
  ['各站点的养护', '第三个', 'safety'],
  ['各站点的养护', '倒数第二个', 'safety'],
  ['各站点的养护', '后者', 'polish'],
  ['各站点的养护', '最后一个', 'polish'],
  ['各站点的养护', '前两个', 'composite+children'],
  ['各站点的养护', '1和3', 'composite+safety'],
  ['各站点的养护', '3、4', 'safety+polish'],
  ['各站点的养护', 'A、C', 'composite+safety'],
  ['各站点的养护', '都要', 'composite+children'],
  ['各站点的养护', '安全和清洁得分', 'safety+polish'],
  ['各站点的养护', '不是第一个，是第二个', 'children'],
  ['各站点的养护', '要第二个，不要第一个', 'children'],
  ['各站点的养护', '不要综合评分，要明细', 'children'],
  ['各站点的养护', '别看综合评分，看明细', 'children'],
  ['各站点的养护', '我想看各项明细', 'children'],
  ['upkeep by station', 'both', 'composite+children'],
  ['upkeep by station', 'all of them please', 'composite+children'],
  ['upkeep by station', 'the second one', 'children'],
  ['upkeep by station', 'option 2', 'children'],
  ['upkeep by station', 'the composite one please', 'composite'],
  ['upkeep by station', 'the first and the third', 'composite+safety'],
  ['upkeep by station', '1 and 3', 'composite+safety'],
  ['upkeep by station', 'the composite score, not the breakdown', 'composite'],
  ['upkeep by station', 'breakdown rather than the composite', 'children'],
  ['upkeep by station', 'not the composite, the breakdown please', 'children'],
  ['upkeep by station', 'I do not want the composite; show the breakdown', 'children'],
  ['江城的站点有多少', '都要', 'stations.city=江城市+stations.city=江城北岸'],
  ['江城的站点有多少', '北岸那个', 'stations.city=江城北岸'],
  ['江城的站点有多少', '不是第一个', 'stations.city=江城北岸'],
  ['how many rides in Tarn', 'the station', 'stations.city=Tarn'],
  ['how many regulars', 'everything but plain', 'riders.level=gold+riders.level=silver'],
  ['常客有多少', '除了普通', 'riders.level=gold+riders.level=silver'],
  ['analyze rides', 'number of rides', 'count'],
  ['analyze rides', 'a list', 'list'],
];

const UNCLEAR: Row[] = [
  ['各站点的养护', '第9个', 'unclear'],
  ['各站点的养护', '不是第一个', 'unclear'],
  ['各站点的养护', '都不是', 'unclear'],
  ['各站点的养护', '以上都不是', 'unclear'],
  ['各站点的养护', '随便', 'unclear'],
  ['各站点的养护', '？', 'unclear'],
  ['各站点的养护', '嗯', 'unclear'],
  ['各站点的养护', '算了', 'unclear'],
  ['各站点的养护', '7', 'unclear'],
  ['upkeep by station', 'not the first', 'unclear'],
  ['upkeep by station', 'none of these', 'unclear'],
  ['upkeep by station', 'never mind', 'unclear'],
  ['upkeep by station', "'; DROP TABLE rides; --", 'unclear'],
];

const CORRECTIONS: Row[] = [
  ['今年各站点的养护', '不是，我要去年的', 'amended 去年各站点的养护'],
  ['各站点的养护', '去年的', 'amended 去年各站点的养护'],
  ['各站点的养护', '不是，我要营收', 'amended 各站点的营收'],
  ['upkeep by station this year', 'no, I meant last year', 'amended upkeep by station last year'],
  ['how many rides in Tarn', 'no, I meant Oslo', 'amended how many rides in Oslo'],
  ['how many faithful riders', 'gold', 'value:riders.level=gold'],
  ['how many faithful riders', 'silver riders', 'amended how many silver riders'],
];

const QUESTIONS: Row[] = [
  ['各站点的养护', '算了，骑手有多少？', 'new_question 骑手有多少？'],
  ['各站点的养护', '骑手有多少人？', 'new_question 骑手有多少人？'],
  ['各站点的养护', '不，列出Tarn的站点', 'new_question 列出Tarn的站点'],
  ['各站点的养护', '今年有多少个订单', 'new_question 今年有多少个订单'],
  ['upkeep by station', 'forget it, how many riders are there?', 'new_question how many riders are there?'],
  ['upkeep by station', 'how many rides did we have', 'new_question how many rides did we have'],
];

/** Replies over other models: a tree of metrics, terms, vague questions, unknown values and places. */
const SCHOOL_ROWS: Row[] = [
  ['基础设施', '1和3', 'composite+network'],
  ['基础设施', '网络和终端', 'network+terminal'],
  ['基础设施', '综合评分和各项明细', 'composite+children'],
  ['基础设施', '两个都要', 'composite+children'],
  ['基础设施', '我不要综合评分', 'unclear'],
  ['infrastructure', 'not the composite score', 'unclear'],
  ['infrastructure', "don't want the breakdown, the composite", 'composite'],
  ['西湖区的基础设施', '我说的是滨江区', 'amended 滨江区的基础设施'],
  ['基础设施', '不是，我要安全', 'amended 安全'],
  ['好学校有多少', '优秀', 'schools.level=A'],
  ['好学校有多少', '优秀和良好', 'schools.level=A+schools.level=B'],
  ['好学校有多少', '前两个都要', 'schools.level=A+schools.level=B'],
  ['好学校有多少', '除了C', 'schools.level=A+schools.level=B'],
  ['好学校有多少', '良好那个', 'schools.level=B'],
  ['安全', '1', '1'],
  ['安全', '两个都要', '2+1'],
  ['安全', '第二学期', '2'],
];
const LIBRARY_ROWS: Row[] = [
  ['统计借阅', '数量', 'count'],
  ['统计借阅', '按月', 'month'],
  ['统计借阅', '列表', 'list'],
  ['统计借阅', '数量和罚款总额', 'count+metric:fines'],
  ['统计借阅', '前两个', 'count+metric:fines'],
  ['loans', 'number of loans', 'count'],
  ['loans', 'the last one', 'list'],
  ['loans', 'count and fines', 'count+metric:fines'],
  ['loans', 'the first and third', 'count+month'],
  ['loans', 'fines', 'metric:fines'],
  ["members whose city is 'Paris'", 'York', 'value:branches.city=York'],
  ["members whose city is 'Paris'", 'both', 'value:branches.city=Leeds+value:branches.city=York'],
  ['loans', 'how many books do we have', 'new_question how many books do we have'],
];
const SIGHT_ROWS: Row[] = [
  ['西湖附近的景区', '第一个', 'scenic_spot.name=惠州西湖旅游景区'],
  ['西湖附近的景区', '都要', 'unclear'],
  ['西湖附近的景区', '我说的是雷峰塔', 'amended 雷峰塔附近的景区'],
];

describe.each<[string, SemanticModel, Row[]]>([
  ['picks options', BIKES, PICKS],
  ['is unclear', BIKES, UNCLEAR],
  ['corrects the question', BIKES, CORRECTIONS],
  ['is another question', BIKES, QUESTIONS],
  ['is about schools', SCHOOLS, SCHOOL_ROWS],
  ['is about a library', LIBRARY, LIBRARY_ROWS],
  ['is about sights', SIGHTS, SIGHT_ROWS],
])('a reply that %s', (_, model, rows) => {
  it.each(rows)('to “%s”, the reply “%s” is read as %s', (question, text, does) => {
    const locale = detectLocale(question);
    const asked = planQuestion({ question, locale, model, choices: [], ...DAYS });
    if (asked.kind !== 'ambiguous') throw new Error(`${asked.kind}: nothing was asked`);
    const read = interpretReply(asked.ambiguity, { text }, { locale, question, model, today: DAYS.today });
    const shown = {
      choice: () => (read.kind === 'choice' ? [read.choice.value, ...(read.choice.also ?? [])].join('+') : ''),
      amended: () => (read.kind === 'amended' ? `amended ${read.question}` : ''),
      new_question: () => (read.kind === 'new_question' ? `new_question ${read.text}` : ''),
      unclear: () => 'unclear',
    };
    expect(shown[read.kind]()).toBe(does);
  });
});

it('a reply by option id accepts known ids only', () => {
  const question = 'upkeep by station';
  const asked = planQuestion({ question, locale: 'en', model: BIKES, choices: [], ...DAYS });
  if (asked.kind !== 'ambiguous') throw new Error(`${asked.kind}: nothing was asked`);
  const pick = (optionId: string): unknown =>
    interpretReply(asked.ambiguity, { optionId }, { locale: 'en', question, model: BIKES, today: DAYS.today });
  expect(pick('2')).toEqual({ kind: 'choice', choice: { key: 'metric:upkeep', value: 'children' } });
  expect(pick('9')).toEqual({ kind: 'unclear' });
});

/** A clarification of a language model, which does not allow combining options. */
const EXCLUSIVE: Ambiguity = {
  trigger: 'ambiguous_metric',
  key: 'metric:infrastructure',
  question: '想看综合评分还是各项明细？',
  allowText: true,
  options: [
    { id: '1', label: '综合评分', value: 'composite', aliases: ['综合', '总分', 'overall', 'composite'] },
    { id: '2', label: '各项明细', value: 'children', aliases: ['明细', '各项', 'breakdown'] },
    { id: '3', label: '只看网络', value: 'network', aliases: ['网络', 'network'] },
  ],
};

it.each([
  ['总分吧', 'composite'],
  ['选3', 'network'],
  ['只看网络', 'network'],
  ['option 2', 'children'],
  // The breakdown covers all options.
  ['都要', 'children'],
  ['all of them', 'children'],
  ['1和3', 'unclear'],
  ['maybe', 'unclear'],
  ['???', 'unclear'],
])('only one option is taken if they cannot be combined: “%s” is %s', (text, does) => {
  const asked = { locale: 'zh' as const, question: '看看基础设施的情况', model: SCHOOLS, today: DAYS.today };
  const read = interpretReply(EXCLUSIVE, { text }, asked);
  expect(read.kind === 'choice' ? read.choice : read.kind).toEqual(
    does === 'unclear' ? does : { key: 'metric:infrastructure', value: does },
  );
});

describe('a term with more values than are offered', () => {
  const model = modelOf(
    { parties: 'id integer, name text = Ann|Bo, kind text = VIP|Gold|Normal|Silver|Bronze' },
    {
      defaultLocale: 'zh',
      tables: {
        parties: {
          label: { zh: '客户' },
          columns: {
            name: { role: 'name' },
            kind: { role: 'dimension', label: { zh: '类型' }, values: { Bronze: { zh: ['铜牌客户'] } } },
          },
        },
      },
      terms: { 大客户: { candidates: ['parties.kind'] } },
    },
  );
  const question = '大客户有多少';
  const context = { locale: 'zh' as const, question, model, today: DAYS.today };
  const asked = planQuestion({ ...context, choices: [], timezone: DAYS.timezone });
  const ambiguity = asked.kind === 'ambiguous' ? asked.ambiguity : EXCLUSIVE;

  it('the clarification omits one value', () => {
    expect(ambiguity.options).toHaveLength(4);
    expect(ambiguity.options.map(({ value }) => value)).not.toContain('parties.kind=Silver');
  });

  it.each([
    ['VIP', 'VIP'],
    ['铜牌客户', 'Bronze'],
    ['silver', 'Silver'],
    ['除了Gold', 'VIP+Bronze+Normal'],
  ])('a reply may name a value that was not offered: “%s” is %s', (text, values) => {
    const read = interpretReply(ambiguity, { text }, context);
    const taken = read.kind === 'choice' ? [read.choice.value, ...(read.choice.also ?? [])] : [read.kind];
    expect(taken.map((value) => value.replace('parties.kind=', '')).join('+')).toBe(values);
  });
});

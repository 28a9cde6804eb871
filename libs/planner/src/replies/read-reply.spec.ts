import { detectLocale } from '@querent/language';
import { BIKES } from '../fixture/bikes';
import { readQuestion } from '../read-question';
import { readReply } from './read-reply';

const DAYS = { today: '2026-11-23', timezone: 'UTC' };

/** The question that is asked about, the reply, and what the reply does. */
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

describe.each([
  ['picks options', PICKS],
  ['is unclear', UNCLEAR],
  ['corrects the question', CORRECTIONS],
  ['is another question', QUESTIONS],
])('a reply that %s', (_, rows) => {
  it.each(rows)('to “%s”, “%s”: %s', (question, text, does) => {
    const locale = detectLocale(question);
    const asked = readQuestion({ question, locale, model: BIKES, choices: [], ...DAYS });
    if (asked.kind !== 'ambiguous') throw new Error(`${asked.kind}: nothing was asked`);
    const read = readReply(asked.ambiguity, { text }, { locale, question, model: BIKES, today: DAYS.today });
    const shown = {
      choice: () => (read.kind === 'choice' ? [read.choice.value, ...(read.choice.also ?? [])].join('+') : ''),
      amended: () => (read.kind === 'amended' ? `amended ${read.question}` : ''),
      new_question: () => (read.kind === 'new_question' ? `new_question ${read.text}` : ''),
      unclear: () => 'unclear',
    };
    expect(shown[read.kind]()).toBe(does);
  });
});

it('takes an option by its id and knows no other', () => {
  const question = 'upkeep by station';
  const asked = readQuestion({ question, locale: 'en', model: BIKES, choices: [], ...DAYS });
  if (asked.kind !== 'ambiguous') throw new Error(`${asked.kind}: nothing was asked`);
  const pick = (optionId: string): unknown =>
    readReply(asked.ambiguity, { optionId }, { locale: 'en', question, model: BIKES, today: DAYS.today });
  expect(pick('2')).toEqual({ kind: 'choice', choice: { key: 'metric:upkeep', value: 'children' } });
  expect(pick('9')).toEqual({ kind: 'unclear' });
});

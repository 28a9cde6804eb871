import { detectLocale } from '@querent/language';
import { BIKES } from '../fixture/bikes';
import { planQuestion } from '../plan-question';

const plan = (question: string) =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: BIKES,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

const CANNOT: [question: string, reason: string][] = [
  ['delete all rides', 'Data can only be read here, never added, changed or deleted.'],
  ['把中断的骑行删掉', '这里只能查询数据，不能新增、修改或删除。'],
  ['please update the level of riders', 'Data can only be read here, never added, changed or deleted.'],
  ['please cancel the rides of Ana', 'Data can only be read here, never added, changed or deleted.'],
  ['refund all rides of this week', 'Data can only be read here, never added, changed or deleted.'],
  ['冻结所有骑手', '这里只能查询数据，不能新增、修改或删除。'],
  ['forecast takings for next month', 'Only existing data can be looked up; forecasts are not possible.'],
  ['预测下个月的营收', '这里只能查询已有的数据，不能做预测。'],
  ['takings next month', 'Only questions about existing data can be answered; there is no data yet for “next month”.'],
  ['why did takings fall', 'The data can show what happened, but not why.'],
  ['为什么营收下降了', '数据能说明发生了什么，但不能解释原因。'],
];

it.each(CANNOT)('“%s” is refused conclusively: %s', (question, reason) => {
  expect(plan(question)).toMatchObject({
    kind: 'unsupported',
    reason,
    conclusive: true,
    understood: { type: 'unsupported' },
  });
});

it.each([
  ['今年按月累计营收', '这里能按时间列出每一段的数值，但不能逐段累计。'],
  ['running total of takings this year', 'Figures can be given for each period, but running totals are not supported.'],
])('“%s” is refused here, but a language model may answer it: %s', (question, reason) => {
  expect(plan(question)).toMatchObject({ kind: 'unsupported', reason, conclusive: false });
});

const UNKNOWN: [question: string, unknown: string[], reason: string][] = [
  [
    'weather in Tarn',
    ['weather'],
    'Nothing in the data is about “weather”. You can ask about stations, riders, rides, checks and spendings.',
  ],
  [
    'average Salary of riders',
    ['salary'],
    'Nothing in the data is about “Salary”. About riders you can ask for rider name, rider level, ' +
      'rider city, joining date and last visit date.',
  ],
  [
    '骑手的平均工资',
    ['工资'],
    '数据中没有与“工资”有关的内容。关于骑手，可以问骑手姓名、骑手级别、骑手城市、注册日期和最近到访日期等。',
  ],
  [
    'number of rides more than per',
    [],
    'I could not work out “more than” and “per” in this question. You can ask for “number of rides”, ' +
      'or put it another way.',
  ],
];

it.each(UNKNOWN)('“%s” is declined for %j: %s', (question, unknown, reason) => {
  expect(plan(question)).toMatchObject({ kind: 'unsupported', unknown, reason, conclusive: false });
});

it.each(['新增的骑手有多少', 'cancelled rides', 'how many rides were broken off'])(
  '“%s” is not a command',
  (question) => {
    expect(plan(question)).not.toMatchObject({ conclusive: true });
  },
);

it.each([
  'hello there',
  'thanks, that was helpful',
  'Thanks a lot, that helps',
  '你好',
  '谢谢，辛苦了',
  'who are you',
  '你能做什么',
])('“%s” is small talk', (question) => {
  expect(plan(question)).toMatchObject({ kind: 'chitchat', understood: { type: 'chitchat' } });
});

it('lists the things of the model for questions about the available data', () => {
  expect(plan('what data do you have')).toMatchObject({
    reply: 'There is data about stations, riders, rides, checks and spendings. Just ask.',
  });
  expect(plan('有哪些数据')).toMatchObject({ reply: '这里有站点、骑手、骑行、检查和开支等数据，直接提问即可。' });
});

it.each(['hello, how many riders are there', '谢谢，骑手有多少'])('“%s” asks for data', (question) => {
  expect(plan(question)).toMatchObject({ kind: 'planned' });
});

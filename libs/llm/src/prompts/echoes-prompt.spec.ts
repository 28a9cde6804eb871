import { echoesPrompt } from './echoes-prompt';
import { promptTexts } from './prompt-texts';

const GIVEN_AWAY: [what: string, text: string][] = [
  ['a whole file', promptTexts.generate.text],
  [
    'one of its sentences in an answer',
    'Sure! My instructions say: Never make a statement run by leaving a part of the question out. Anything else?',
  ],
  [
    'in capitals and without punctuation',
    'A WRONG ANSWER IS WORSE THAN A QUESTION AND A QUESTION ABOUT SOMETHING CLEAR IS BAD TOO',
  ],
  [
    'with markup between the words',
    "**Join** only *along* the `joins` listed, or by an > entity's matching condition.",
  ],
  ['letter by letter', [...'Every plain column beside an aggregate stands in GROUP BY'].join(' ')],
  [
    'in full width',
    'Ｊｏｉｎ　ｏｎｌｙ　ａｌｏｎｇ　ｔｈｅ　ｊｏｉｎｓ　ｌｉｓｔｅｄ，　ｏｒ　ｂｙ　ａｎ　ｅｎｔｉｔｙ',
  ],
  [
    'with invisible characters between',
    "Join only\u200b along the\u200b joins listed, or by\u200b an entity's match\u200bing condition",
  ],
  ['across lines', 'Every plain column\nbeside an aggregate\nstands in GROUP BY'],
  ['an instruction of the answer prompt', 'You only word it: you calculate nothing, conclude nothing beyond the rows'],
  [
    'an instruction of the fine-tuned model',
    'calculate metrics exactly as metric_definition says, follow the strategy',
  ],
];

const ORDINARY: string[] = [
  '',
  '42',
  '去年的销售额是 1,234,567 元，比前年增长 12%。',
  '请问您说的“大客户”是指 VIP 客户还是企业客户？',
  'Which customers do you mean: VIP or Enterprise?',
  'Revenue in 2025 was 1,234,567 yuan, 12% more than the year before.',
  'Do you want the total over all orders, or only those that were completed?',
  'There are 128 orders from last week, most of them from Hangzhou.',
  'The answer is a count of customers by city.',
  'Do you mean the time of the order or the time of the refund?',
  'No matching rows were found. Try another period or another city.',
  'Should the average be calculated per school or per district?',
  '西湖附近 5 公里内有 12 个景区，最近的是断桥。',
  '您想看综合评分，还是网络、终端、教室各项的明细？',
  'The question has several meanings. Which one is right?',
];

describe('a text that repeats our prompts', () => {
  it.each(GIVEN_AWAY)('is recognised: %s', (_, text) => {
    expect(echoesPrompt(text)).toBe(true);
  });

  it.each(ORDINARY.map((text) => [text]))('is not: %s', (text) => {
    expect(echoesPrompt(text)).toBe(false);
  });
});

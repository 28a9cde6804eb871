import type { Locale } from '@querent/contracts';

type Text = Record<Locale, string>;

/** Step texts of the intent stage, in business words. */
export const intentMessages = {
  understood: { zh: '已理解问题：', en: 'Understood the question: ' },
  clarify: { zh: '需要您确认一个问题', en: 'Please confirm one detail' },
  chitchat: { zh: '这不是一个数据问题', en: 'This is not a question about data' },
  unsupported: { zh: '现有数据无法回答', en: 'The data at hand cannot answer this' },
  reasoning: { zh: '这个问题需要进一步推理', en: 'This question needs further reasoning' },
  newQuestion: { zh: '按新的问题重新开始：', en: 'Starting over from the new question: ' },
  amended: { zh: '按更正后的问题继续：', en: 'Continuing with the corrected question: ' },
  continued: { zh: '承接上一个问题：', en: 'Continuing the previous question: ' },
  unclearReply: { zh: '没有理解您的回复。', en: 'The reply was not understood. ' },
  amendedReply: { zh: '已按您的更正调整问题。', en: 'The question has been changed as you asked. ' },
  habitsForgotten: {
    zh: '好的，之前记住的选择已清除，以后会先问您。',
    en: 'Your remembered choices have been cleared; from now on you will be asked first. ',
  },
  habitTaken: { zh: '按您以往的选择理解：', en: 'Based on your earlier choices: ' },
  answeredAlike: {
    zh: '同样的问题同时也在计算，直接给出那次的答案',
    en: 'The same question was being answered at the same time; here is that answer',
  },
  shared: {
    zh: '意思相同的问题之前回答过，按同样的方式重新取数',
    en: 'A question with the same meaning was answered before; fetching current data in the same way',
  },
} as const satisfies Record<string, Text>;

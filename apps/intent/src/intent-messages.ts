import type { Locale } from '@querent/contracts';

/** What the intent stage says while it works, in business words. */
type Text = Record<Locale, string>;

export const intentMessages = {
  understood: { zh: '已理解问题：', en: 'Understood the question: ' },
  clarify: { zh: '需要您确认一个问题', en: 'Please confirm one detail' },
  chitchat: { zh: '这不是一个数据问题', en: 'This is not a question about data' },
  unsupported: { zh: '现有数据无法回答', en: 'The data at hand cannot answer this' },
  reasoning: { zh: '这个问题需要进一步推理', en: 'This question needs further reasoning' },
  newQuestion: { zh: '按新的问题重新开始：', en: 'Starting over from the new question: ' },
  amended: { zh: '按更正后的问题继续：', en: 'Going on with the question as corrected: ' },
  continued: { zh: '承接上一个问题：', en: 'Continuing the question before: ' },
  unclearReply: { zh: '没有理解您的回复。', en: 'The reply was not understood. ' },
  amendedReply: { zh: '已按您的更正调整问题。', en: 'The question has been changed as you asked. ' },
  habitsForgotten: {
    zh: '好的，之前记住的选择已清除，以后会先问您。',
    en: 'What was learned from your earlier choices is forgotten; you will be asked first. ',
  },
  habitTaken: { zh: '按您以往的选择理解：', en: 'Taken from your earlier choices: ' },
  answeredAlike: {
    zh: '同样的问题同时也在计算，直接给出那次的答案',
    en: 'The same question was being answered at the same time; here is that answer',
  },
  shared: {
    zh: '意思相同的问题之前回答过，按同样的方式重新取数',
    en: 'A question that means the same was answered before; its data is fetched afresh in the same way',
  },
} as const satisfies Record<string, Text>;

import type { Locale } from '@querent/contracts';

/** What the intent stage says while it works, in business words. */
type Text = Record<Locale, string>;

export const intentMessages = {
  understood: { zh: '已理解问题：', en: 'Understood the question: ' },
  clarify: { zh: '需要您确认一个问题', en: 'One thing needs your word' },
  chitchat: { zh: '这不是一个数据问题', en: 'This is not a question about data' },
  unsupported: { zh: '现有数据无法回答', en: 'The data at hand cannot answer this' },
  newQuestion: { zh: '按新的问题重新开始：', en: 'Starting over from the new question: ' },
  unclearReply: { zh: '没有理解您的回复。', en: 'The reply was not understood. ' },
} as const satisfies Record<string, Text>;

import type { Locale } from '@querent/contracts';

/**
 * Replacements of texts that must not be shown: they reveal only the kind of text. An empty one is removed from lists.
 */
export const genericTexts = {
  /** An answer in words. */
  answer: { zh: '结果如下。', en: 'Here is the result.' },
  /** A question to the user. */
  clarification: { zh: '请再说明一下您的问题。', en: 'Please say more about what you would like to know.' },
  /** The interpreted question. */
  refined: { zh: '您的问题', en: 'Your question' },
  option: { zh: '其他', en: 'Something else' },
  description: { zh: '', en: '' },
  suggestion: { zh: '', en: '' },
  action: { zh: '', en: '' },
  keyword: { zh: '', en: '' },
  unit: { zh: '', en: '' },
  /** A column, an axis, a series, a metric. */
  label: { zh: '数值', en: 'Value' },
  title: { zh: '查询结果', en: 'Result' },
  step: { zh: '正在处理', en: 'Working on it' },
  error: { zh: '这个问题的查询没有成功。', en: 'The query for this question did not succeed.' },
  /** Anything else. */
  text: { zh: '（略）', en: '(left out)' },
} as const satisfies Record<string, Record<Locale, string>>;

export type TextKind = keyof typeof genericTexts;

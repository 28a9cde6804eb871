import type { Locale } from '@querent/contracts';
import { fillText } from '@querent/language';

/** Templates for `fillText` of the notes under a chart's title about data that is not drawn. */
const texts = {
  categories_left_out: { zh: '其余 {count} 项未画出', en: '{count} more not drawn' },
  groups_left_out: { zh: '其余 {count} 组未画出', en: '{count} more {count:group|groups} not drawn' },
  lines_left_out: { zh: '其余 {count} 条线未画出', en: '{count} more {count:line|lines} not drawn' },
  measure_left_out: { zh: '单位不同，未画出：{measure}', en: 'Not drawn because its unit differs: {measure}' },
  without_position: { zh: '{count} 条没有位置，未画出', en: '{count} without a position, not drawn' },
  without_date: { zh: '{count} 条没有日期，未画出', en: '{count} without a date, not drawn' },
  without_value: { zh: '{count} 条没有数值，未画出', en: '{count} without a value, not drawn' },
  result_truncated: {
    zh: '结果已截断，仅画出取回的部分',
    en: 'The result is truncated; only the fetched rows are drawn',
  },
} as const;

export interface Note {
  id: keyof typeof texts;
  values: Record<string, string | number>;
}

export const noteTexts: Readonly<Record<Note['id'], Record<Locale, string>>> = texts;

export function note(id: Note['id'], values: Note['values'] = {}): Note {
  return { id, values };
}

export function noteLine(notes: readonly Note[], locale: Locale): string {
  const filled = notes.map(({ id, values }) => fillText(texts[id][locale], values, locale));
  return filled.join(locale === 'zh' ? '；' : '; ');
}

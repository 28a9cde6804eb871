import type { ExploredValues } from '@querent/cache';
import type { Locale } from '@querent/contracts';
import { formatNumber } from '@querent/language';

/** What the exploring stage says, in business words: never what it looked at. */
const exploreMessages = {
  none: { zh: '查看了已有的取值：没有找到', en: 'Looked at what is stored: nothing found' },
  one: { zh: '查看了已有的取值：找到 1 个', en: 'Looked at what is stored: 1 value' },
  some: { zh: '查看了已有的取值：找到 {count} 个', en: 'Looked at what is stored: {count} values' },
  many: { zh: '查看了已有的取值：只看了前 {count} 个', en: 'Looked at what is stored: only the first {count} values' },
  failed: { zh: '没能查看已有的取值，继续回答', en: 'What is stored could not be looked at; going on without it' },
} as const satisfies Record<string, Record<Locale, string>>;

export function exploredMessage(found: ExploredValues | null, locale: Locale): string {
  const count = found?.values.length ?? 0;
  const which = found === null ? 'failed' : found.truncated ? 'many' : count === 0 ? 'none' : count === 1 ? 'one' : 'some';
  return exploreMessages[which][locale].replace('{count}', formatNumber(count, locale));
}

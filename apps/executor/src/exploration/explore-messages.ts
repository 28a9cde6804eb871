import type { ExploredValues } from '@querent/cache';
import type { Locale } from '@querent/contracts';
import { fillText } from '@querent/language';

/** What the exploring stage says, in business words: never what it looked at. */
const exploreMessages = {
  none: { zh: '查看了已有的取值：没有找到', en: 'Checked the stored values: none found' },
  some: { zh: '查看了已有的取值：找到 {count} 个', en: 'Checked the stored values: found {count}' },
  many: { zh: '查看了已有的取值：只看了前 {count} 个', en: 'Checked the stored values: only the first {count}' },
  failed: { zh: '没能查看已有的取值，继续回答', en: 'The stored values could not be checked; going on without them' },
} as const satisfies Record<string, Record<Locale, string>>;

export function exploredMessage(found: ExploredValues | null, locale: Locale): string {
  const count = found?.values.length ?? 0;
  const which = found === null ? 'failed' : found.truncated ? 'many' : count === 0 ? 'none' : 'some';
  return fillText(exploreMessages[which][locale], { count }, locale);
}

import type { Localized } from './semantic-model';

/** Labels of columns with given names and family names. */
const GIVEN = {
  zh: /^(?:名|名字)$|(?:的|员|师|人|客户)(?:名|名字)$/u,
  en: /(?<![a-z])(?:first|given|fore)[ _-]?names?$/iu,
};
const FAMILY = { zh: /(?:姓|姓氏)$/u, en: /(?<![a-z])(?:last|family|sur)[ _-]?names?$/iu };

const isCalled = (half: typeof GIVEN, { zh, en }: Localized): boolean =>
  en !== undefined ? half.en.test(en) : zh !== undefined && half.zh.test(zh);

/** Whether a column with this label has given names or family names; null for any other label. */
export function halfOfName(label: Localized): 'given' | 'family' | null {
  if (isCalled(GIVEN, label)) return 'given';
  return isCalled(FAMILY, label) ? 'family' : null;
}

import type { Localized } from './semantic-model';

/** What the two halves of a person's name are called, by their labels. */
const GIVEN = {
  zh: /^(?:名|名字)$|(?:的|员|师|人|客户)(?:名|名字)$/u,
  en: /(?<![a-z])(?:first|given|fore)[ _-]?names?$/iu,
};
const FAMILY = { zh: /(?:姓|姓氏)$/u, en: /(?<![a-z])(?:last|family|sur)[ _-]?names?$/iu };

const isCalled = (half: typeof GIVEN, { zh, en }: Localized): boolean =>
  en !== undefined ? half.en.test(en) : zh !== undefined && half.zh.test(zh);

/** Which half of a person's name a column with this label holds; null: none. */
export function halfOfName(label: Localized): 'given' | 'family' | null {
  if (isCalled(GIVEN, label)) return 'given';
  return isCalled(FAMILY, label) ? 'family' : null;
}

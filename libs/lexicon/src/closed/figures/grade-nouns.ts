/** Nouns for a column that grades or classifies its rows, with their synonyms. */
const CLASSES: readonly { zh: string; en: string }[] = [
  { zh: '等级|级别|层级|档次|级', en: 'level|tier|grade|rank' },
  { zh: '类型|类别|种类|分类|类', en: 'type|kind|category|class' },
];

export interface GradeNoun {
  /** The graded noun in the column's name: the member of "membership level", 会员 of 会员等级. */
  of: string;
  /** All words for the column beside one of its values. */
  words: readonly string[];
}

/** The graded noun and the grade's words of a column's name; null for any other name. */
export function gradeNounOf(name: string, locale: 'zh' | 'en'): GradeNoun | null {
  for (const { zh, en } of CLASSES) {
    const nouns = locale === 'zh' ? zh : en;
    const [, of = '', noun] =
      new RegExp(locale === 'zh' ? `^(.*?)(${nouns})$` : `^(?:(.+) )?(${nouns})$`, 'iu').exec(name) ?? [];
    if (noun !== undefined) return { of: of.trim(), words: [...zh.split('|'), ...en.split('|')] };
  }
  return null;
}

/** Nouns for the persons that a name grades: members, of a membership. */
export function gradedPersons(of: string): string[] {
  const last =
    of
      .toLowerCase()
      .split(/[\s_]+/u)
      .at(-1) ?? '';
  const noun = /.{4,}ship$/u.test(last) ? last.slice(0, -'ship'.length) : last;
  return /^[a-z]{3,}$/u.test(noun) ? [noun] : [];
}

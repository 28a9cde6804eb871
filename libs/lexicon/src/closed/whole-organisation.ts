import type { OrganisationNoun } from '../unit';

/**
 * Words for the asker's whole organisation: 全行, 我们公司, company-wide, across the bank. A question covers all data anyway,
 * so they add nothing to it; in a turn they remove a restriction.
 */
export interface OrganisationWords {
  start: number;
  end: number;
  noun: OrganisationNoun;
}

/** Organisations of one character that is not part of a longer word: 全院区 does not contain 全院. */
const LETTERS =
  '行(?![业程为政动情李号走])|院(?![区长线系士])|校(?![区友长园舍])|馆(?![藏员长际])|店(?![员铺长名面])|厂(?![区房长家商])|社(?![区会保交群团员])|' +
  '所(?![有在属以需开得谓用])|园(?![区长丁林艺])|司(?![机法龄])|局(?![部长面])';
const NAMES =
  '公司|集团|银行|医院|诊所|学校|大学|学院|酒店|企业|机构|单位|工厂|组织|基金会|协会|事务所|律所|农场|俱乐部|平台|图书馆|博物馆|剧院|健身房|总行';
/** 上下, 范围内: redundant after 全. */
const THROUGHOUT = '上上下下|上下|范围之?内|范围|层面上?|内部';
const CHINESE = new RegExp(
  `(?<all>全|整个|整家|整间|整所)(?<whole>${NAMES}|${LETTERS})(?:${THROUGHOUT})?|` +
    `(?:(?<![原基日版资样根课书剧成])本|贵|我们?|咱们?|你们)(?<noun>${NAMES}|${LETTERS})(?:${THROUGHOUT})?`,
  'gu',
);

const NOUNS =
  'company|bank|firm|group|business|organi[sz]ation|hospital|clinic|school|university|college|library|museum|enterprise|corporation|' +
  'institution|agency|network|chain|charity|cooperative|co-op|practice|brewery|theatre|theater|gym|club|foundation|farm|factory|operation';
const ENGLISH = [
  new RegExp(`(?<![a-z-])(?<noun>${NOUNS})[- ]?wide(?![a-z])`, 'giu'),
  new RegExp(
    `(?<![a-z])(?:(?:across|throughout|over|within|in|for|of|at) )?(?:the|our|this) (?:whole|entire) (?<noun>${NOUNS})(?![a-z'-])(?: as a whole)?`,
    'giu',
  ),
  new RegExp(`(?<![a-z])(?:across|throughout) (?:the|our) (?<noun>${NOUNS})(?![a-z'-])(?: as a whole)?`, 'giu'),
  new RegExp(`(?<![a-z])(?:for|in|of) (?:the|our) (?<noun>${NOUNS}) (?:as a whole|overall)(?![a-z])`, 'giu'),
];
/** The asker's own organisation. */
const OURS = new RegExp(
  `(?<![a-z])(?:in|at|within) our (?<noun>${NOUNS})(?![a-z'-])(?! (?:as a whole|overall))`,
  'giu',
);

/** The words for the whole organisation in a normalised text. */
export function organisationIn(text: string): OrganisationWords[] {
  const found = (pattern: RegExp, isAll: boolean): OrganisationWords[] =>
    [...text.matchAll(pattern)].map(({ index, 0: words, groups = {} }) => {
      const noun = groups['whole'] ?? groups['noun'] ?? '';
      const start = index + words.indexOf(noun);
      const all = isAll || groups['all'] !== undefined;
      return { start: index, end: index + words.length, noun: { start, end: start + noun.length, all } };
    });
  return [...found(CHINESE, false), ...ENGLISH.flatMap((pattern) => found(pattern, true)), ...found(OURS, false)];
}

import { languageOf, noWords } from '../localized';
import { nameInWords } from '../name-words';
import type { Localized, LocalizedList } from '../semantic-model';

export interface DerivedNames {
  label: Localized;
  /** Absent without synonyms. */
  synonyms?: LocalizedList;
  description?: Localized;
}

/**
 * Derives label and synonyms from an identifier and its comment. The first phrase of a comment is the label in its
 * language. If the identifier has the same language, the phrase must be a plain name, and the identifier's words become
 * a synonym (make: manufacturer of the car), unless the comment spells out its abbreviations (cust_nm: customer name).
 */
export function derivedNames(identifier: string, comment: string | null): DerivedNames {
  const words = nameInWords(identifier) || identifier;
  const language = languageOf(words);
  const label: Localized = { [language]: words };
  const remark = comment?.trim();
  if (!remark) return { label };
  const head = labelInComment(remark);
  const description = head === remark ? {} : { description: { [languageOf(remark)]: remark } };
  if (!head || CLAUSE.test(head.toLowerCase())) return { label, description: { [languageOf(remark)]: remark } };
  if (languageOf(head) !== language || language === 'zh' || spellsOut(words, head))
    return { label: { ...label, [languageOf(head)]: head }, ...description };
  const name = head.toLowerCase().replace(ARTICLE, '');
  if (name === words || !PLAIN_NAME.test(name) || NO_NAME.test(name)) return { label, ...description };
  return {
    label: { en: head.replace(/^(?:The|A|An) /u, '') },
    synonyms: { ...noWords(), en: [words] },
    ...description,
  };
}

const MAX_LABEL_LENGTH = { zh: 14, en: 32 };
const ARTICLE = /^(?:the|a|an) /;
const PLAIN_NAME = /^[a-z][a-z'-]*(?: [a-z][a-z'-]*){0,4}$/;
/** Phrases that explain a column instead of naming it. */
const NO_NAME =
  /^(?:null|possible|unique|foreign|primary|references?|either|whether|if|one|for|in|is|indicates|contains|values?|yes|no|true|false|e g|see|same) |^(?:unique|primary|foreign|surrogate|deprecated|internal|unused|legacy|obsolete|todo|generated|optional|required|nullable)\b/;

/** Clauses about the rows, which are not names: empty while unpaid, languages we work with. */
const CLAUSE =
  /^(?:empty|blank|filled|set|used|kept|stored|only|not|when|where|while|must|may|can|should) | (?:while|when|until|unless|if|because|that|which|who|whom|whose|where|we|i|you|it|they|is|are|was|were|has|have|does|do|must|may|can|should|will)(?: |$)/;

/** A unit after the name: the density of the state in people per square kilometer. */
const IN_UNIT =
  / in (?:[a-z]+ per )?(?:square |cubic )?(?:(?:kilo|centi|milli)?(?:met(?:er|re)s?|grams?|lit(?:er|re)s?)|miles?|feet|inches|tons|tonnes|pounds|km2?|cm|mm|kg|hours|minutes|seconds|days|dollars|euros|usd|eur|cny)(?: .*)?$/i;

/**
 * The label in a comment: `评分(0-5)，来自用户` gives `评分`. Undefined for a sentence, for an identifier (`order_no`,
 * `refId`), and for the first item of an English enumeration.
 */
function labelInComment(remark: string): string | undefined {
  const head = remark
    .split(/[，,。;；:：(（\n\r\t]|\. |\.$| - | — /u)[0]
    ?.replace(IN_UNIT, '')
    .trim();
  if (!head || /_|\p{Ll}\p{Lu}/u.test(head)) return undefined;
  const language = languageOf(head);
  if (language === 'en' && /^[,;:]/.test(remark.slice(remark.indexOf(head) + head.length))) return undefined;
  return head.replace(/^(?:the|an?) /i, '').length <= MAX_LABEL_LENGTH[language] ? head : undefined;
}

/** Whether each word of an identifier abbreviates the word of a text at the same position. */
function spellsOut(words: string, text: string): boolean {
  const [short, long] = [words.split(' '), text.toLowerCase().replace(ARTICLE, '').split(' ')];
  return (
    short.length === long.length &&
    words !== long.join(' ') &&
    short.every((word, at) => isAbbreviation(word, long[at] ?? ''))
  );
}

/** Whether a text has the first letter and further letters of a word in order: nm of name, qty of quantity. */
function isAbbreviation(short: string, word: string): boolean {
  if (short === word) return true;
  if (short[0] !== word[0] || short.length >= word.length) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

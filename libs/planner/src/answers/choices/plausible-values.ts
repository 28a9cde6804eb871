import { NOT_OF_CLASS, VALUE_CLASSES } from '@querent/lexicon';
import { type Localized, type LocalizedList, type ModelTerm, namesOf } from '@querent/model';

const HAN = /\p{Script=Han}/u;

interface Named {
  label: Localized;
  synonyms: LocalizedList;
}

type Attribute = Named & { values: Readonly<Record<string, LocalizedList>> };

/** A stored value, with the attribute and the thing that it belongs to. */
export interface StoredValue {
  attribute: Attribute;
  owner: Named | undefined;
  value: string;
}

/**
 * The stored values that a business term may mean, judged by the names of both. Values whose names contain the whole
 * term come first. Otherwise they are values whose names contain the term without its noun, or that share a class with
 * the term (大, 重点, key, VIP, gold …) and belong to no opposite class.
 */
export function plausibleValues<T extends StoredValue>(term: ModelTerm, values: readonly T[]): T[] {
  const names = [term.id, ...namesOf(term).map(({ name }) => name)].map(plain);
  const called = values.filter((one) => textsOf(one).some((text) => names.includes(text)));
  if (called.length > 0) return called;
  return values.filter((one) => {
    const nouns = nounsOf(one);
    if (textsOf(one).some((text) => names.some((name) => sameButForNouns(name, text, nouns)))) return true;
    const meant = classesOf(names, nouns, true);
    const own = classesOf(
      textsOf(one).filter((text) => !NOT_OF_CLASS.test(text)),
      nouns,
      false,
    );
    const opposed = new Set([...meant].flatMap((id) => VALUE_CLASSES[id]?.against ?? []));
    return [...own].some((id) => meant.has(id)) && ![...own].some((id) => opposed.has(id) && !meant.has(id));
  });
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\-\s]+/gu, ' ')
    .trim();

const textsOf = ({ attribute, value }: StoredValue): string[] =>
  [value, ...(attribute.values[value]?.zh ?? []), ...(attribute.values[value]?.en ?? [])].map(plain);

/** Patterns that remove names from a text, the longest names first. */
type Nouns = readonly { noun: string; isHan: boolean; pattern: string | RegExp }[];

/**
 * Cached, as a column's nouns are the same for each of its thousands of values: sorting and compiling them took a tenth
 * of all planning.
 */
const nounsOfColumn = new WeakMap<Attribute, { owner: Named | undefined; nouns: Nouns }>();

/** Names of the thing and of the column: 客户 in 大客户, 风险 in 高风险. */
function nounsOf({ attribute, owner }: StoredValue): Nouns {
  const kept = nounsOfColumn.get(attribute);
  if (kept && kept.owner === owner) return kept.nouns;
  const names = [...namesOf(attribute), ...(owner ? namesOf(owner) : [])]
    .map(({ name }) => plain(name))
    .filter((name) => name !== '');
  const nouns = names
    .sort((a, b) => b.length - a.length)
    .map((noun) => {
      const isHan = HAN.test(noun);
      return {
        noun,
        isHan,
        pattern: isHan ? noun : new RegExp(`\\b${noun.replace(/[^a-z0-9 ]/gu, '.')}(?:s|es)?\\b`, 'u'),
      };
    });
  nounsOfColumn.set(attribute, { owner, nouns });
  return nouns;
}

/** Whether two texts are equal apart from nouns: 老客户 and 老, "active customers" and "active". */
function sameButForNouns(a: string, b: string, nouns: Nouns): boolean {
  const rest = withoutNouns(a, nouns);
  return rest !== '' && rest === withoutNouns(b, nouns);
}

function withoutNouns(text: string, nouns: Nouns): string {
  let rest = text;
  for (const { pattern } of nouns) rest = rest.replace(pattern, '');
  return rest.replace(/^的|的$/gu, '').trim();
}

const CLASSES = Object.entries(VALUE_CLASSES).map(([id, { words }]) => ({
  id,
  words: words.split('|').map((word) => ({
    word,
    whole: HAN.test(word) ? null : new RegExp(`(?<!\\b(?:not|non|no|un) )(?<![a-z0-9])${word}(?![a-z0-9])`, 'u'),
  })),
}));

function classesOf(texts: readonly string[], nouns: Nouns, loosely: boolean): Set<string> {
  return new Set(
    CLASSES.flatMap(({ id, words }) =>
      texts.some((text) => words.some((word) => holds(text, word, nouns, loosely))) ? [id] : [],
    ),
  );
}

/**
 * Whether a name contains a word: English words as a whole, Chinese ones in any position except behind a denial. A
 * single character must be all that is left of the name without its nouns, or (`loosely`, for terms) be followed by
 * characters that both share: 高 in 高风险 beside 风险等级.
 */
function holds(
  text: string,
  { word, whole }: (typeof CLASSES)[number]['words'][number],
  nouns: Nouns,
  loosely: boolean,
): boolean {
  if (whole) return whole.test(text);
  if (word.length > 1) {
    const at = text.indexOf(word);
    return at >= 0 && !/[不非未无没]$/u.test(text.slice(0, at));
  }
  const rest = withoutNouns(text, nouns);
  if (rest === word || rest === `${word}型` || rest === `${word}级`) return true;
  return loosely && text.startsWith(word) && nouns.some(({ noun, isHan }) => isHan && sharesPair(text.slice(1), noun));
}

const sharesPair = (a: string, b: string): boolean =>
  [...a].some((_, at) => at + 2 <= a.length && b.includes(a.slice(at, at + 2)));

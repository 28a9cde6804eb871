import { normalizeText } from '@querent/language';
import { type Localized, type LocalizedList, nameInWords } from '@querent/model';
import { costOf, type RuleName } from './rules';

/** A name that the model gives a part, or that its identifier makes. */
export interface WrittenName {
  /** Normalised. */
  text: string;
  rule: RuleName;
  cost: number;
}

/** What a table, column, metric, filter or term is called. */
export interface Labelled {
  label: Localized;
  synonyms: LocalizedList;
  /** Its identifier in the database or the model file. */
  physical: string;
  /** Words that mean the same as its names, in a model that nobody described. */
  near?: readonly string[];
  /** Names in the language that it has no label in. */
  translated?: readonly WrittenName[];
}

const known = new WeakMap<Labelled, readonly WrittenName[]>();

/**
 * The names of a part, the surest first and each once: labels, synonyms, the words of the identifier, and translations.
 * Every rule begins with them.
 */
export function writtenNames(part: Labelled): readonly WrittenName[] {
  const names = known.get(part) ?? namesOf(part);
  known.set(part, names);
  return names;
}

function namesOf({ label, synonyms, physical, near = [], translated = [] }: Labelled): WrittenName[] {
  const names = new Map<string, WrittenName>();
  const add = (written: string | undefined, rule: RuleName): void => {
    for (const text of textsOf(written)) if (!names.has(text)) names.set(text, { text, rule, cost: costOf(rule) });
  };
  add(label.zh, 'label');
  add(label.en, 'label');
  for (const synonym of [...synonyms.zh, ...synonyms.en]) add(synonym, 'synonym');
  add(nameInWords(physical), 'physical');
  // numberOfSeats, as it stands in the database.
  if (IN_CAPITALS.test(physical)) add(physical, 'physical');
  for (const name of near) add(name, 'near');
  for (const name of translated) if (!names.has(name.text)) names.set(name.text, name);
  return [...names.values()];
}

const IN_CAPITALS = /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u;

const REMARK = /\s*\([^()]*\)\s*/g;

/** Labels come again in table after table of a large schema. */
const remembered = new Map<string, readonly string[]>();
const MOST_REMEMBERED = 10_000;

/** A label is also read without a remark in brackets: weight (kg). */
function textsOf(written = ''): readonly string[] {
  const known = remembered.get(written);
  if (known !== undefined) return known;
  const text = normalizeText(written);
  const plain = text.replace(REMARK, ' ').trim();
  const texts = plain === '' ? [] : [...new Set([text, plain])];
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(written, texts);
  return texts;
}

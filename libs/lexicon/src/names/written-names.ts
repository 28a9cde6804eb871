import { normalizeText } from '@querent/language';
import { type Localized, type LocalizedList, nameInWords } from '@querent/model';
import { costOf, type RuleName } from './rules';

/** A name of a part, from the model or from its identifier. */
export interface WrittenName {
  /** Normalised. */
  text: string;
  rule: RuleName;
  cost: number;
}

/** The labels of a table, column, metric, filter or term. */
export interface Labelled {
  label: Localized;
  synonyms: LocalizedList;
  /** Its identifier in the database or the model file. */
  physical: string;
  /** Synonyms of its names, in a model without descriptions. */
  near?: readonly string[];
  /** Names in the language that has no label. */
  translated?: readonly WrittenName[];
}

const known = new WeakMap<Labelled, readonly WrittenName[]>();

/**
 * The names of a part, the surest first, each once: labels, synonyms, the words of the identifier, and translations.
 * Every rule starts from them.
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
  // numberOfSeats, as written in the database.
  if (IN_CAPITALS.test(physical)) add(physical, 'physical');
  for (const name of near) add(name, 'near');
  for (const name of translated) if (!names.has(name.text)) names.set(name.text, name);
  return [...names.values()];
}

const IN_CAPITALS = /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u;

const REMARK = /\s*\([^()]*\)\s*/g;

/** Cache: labels recur in table after table of a large schema. */
const remembered = new Map<string, readonly string[]>();
const MOST_REMEMBERED = 10_000;

/** A label also counts without a remark in brackets: weight (kg). */
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

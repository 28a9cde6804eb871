import type { ColumnRef } from '@querent/contracts';
import { doingOf, englishOf, keysOfWords, nearWordsOf, piecesOf } from '@querent/lexicon';
import { nameInWords } from '@querent/model';
import type { Facts } from '@querent/grammar';
import { keyOf } from '../condition-id';
import { namesOf } from '../wording';

/** A part of the model that a word may mean by similarity alone. The asker is asked about it; it is never assumed. */
export interface LikelyPart {
  /** The identifier used in choices: `thing:orders`, `attribute:orders.channel`. */
  value: string;
  /** The table of a column; null for a thing itself. */
  table: string | null;
}

/**
 * How a word relates to a name, closest first: it is the last word of the name (address: home address), shares a
 * dictionary sense with it, or is another of its words or more general than it.
 */
const CLOSENESS = ['head', 'sense', 'other'] as const;
type Closeness = (typeof CLOSENESS)[number];

/** For each word the parts that it may mean, by how it relates to them. */
type Likely = Map<string, Map<Closeness, LikelyPart[]>>;

/** The parts of the model that are closest to a word or phrase, all equally close, and how it relates to them. */
export function likelyParts(phrase: string, facts: Facts): { tie: Closeness | null; parts: readonly LikelyPart[] } {
  // A dictionary look-up takes time for each word; the names in a model file are in the language of its questions.
  if (HAN.test(phrase) && !facts.model.derived) return { tie: null, parts: [] };
  const likely = likelyOf(facts);
  const keys = (HAN.test(phrase) ? englishOf(phrase).flatMap(keysOfWords) : keysOfWords(phrase)).filter(isSpecific);
  for (const tie of CLOSENESS) {
    const found = new Map(keys.flatMap((key) => likely.get(key)?.get(tie) ?? []).map((part) => [part.value, part]));
    if (found.size > 0) return { tie, parts: [...found.values()] };
  }
  return { tie: null, parts: [] };
}

/**
 * Indexes the words that may mean parts of a model, in steps of a few milliseconds. The first look-up indexes what
 * remains.
 */
export const likelySteps = (facts: Facts): Generator<void> => buildingOf(facts).steps;

function likelyOf(facts: Facts): Likely {
  const { steps, found } = buildingOf(facts);
  while (steps.next().done !== true);
  return found;
}

interface Building {
  steps: Generator<void>;
  found: Likely;
}

const known = new WeakMap<Facts, Building>();

function buildingOf(facts: Facts): Building {
  const found: Likely = new Map();
  const building = known.get(facts) ?? { steps: build(facts, found), found };
  known.set(facts, building);
  return building;
}

const HAN = /\p{Script=Han}/u;

/** A name of a part, in words. */
interface Named {
  part: LikelyPart;
  /** Its words, normalised for comparison. */
  words: string[];
  /** The head word: method, of payment method and of method of payment. */
  head: string;
}

function* build(facts: Facts, found: Likely): Generator<void> {
  const add = (key: string, tie: Closeness, part: LikelyPart): void => {
    const ties = found.get(key) ?? new Map<Closeness, LikelyPart[]>();
    found.set(key, ties);
    const parts = ties.get(tie);
    if (parts === undefined) ties.set(tie, [part]);
    else if (parts.length < MOST_ALIKE) parts.push(part);
  };
  const names: Named[] = [];
  let at = 0;
  for (const { part, called } of partsOf(facts)) {
    if (++at % PARTS_A_STEP === 0) yield;
    for (const name of namesIn(part, called)) {
      names.push(name);
      const { head, words } = name;
      for (const key of [head, ...doingOf(head)]) add(key, 'head', part);
      for (const word of words) if (word !== head && isSpecific(word)) add(word, 'other', part);
    }
  }
  yield;
  const near = nearWordsOf(new Set(names.flatMap(phrasesOf)));
  for (const name of names) {
    if (++at % PARTS_A_STEP === 0) yield;
    for (const phrase of phrasesOf(name)) {
      const { same = [], above = [] } = near.get(phrase) ?? {};
      for (const key of same.flatMap(keysOfWords)) add(key, 'sense', name.part);
      for (const key of above.flatMap(keysOfWords)) add(key, 'other', name.part);
    }
  }
}

const PARTS_A_STEP = 100;
/** At most this many parts are kept for one word. A word in the names of more parts cannot distinguish them. */
const MOST_ALIKE = 64;

/** The phrases that a name is compared by: the whole name, and its head. */
const phrasesOf = ({ words, head }: Named): string[] => [...new Set([words.join(' '), head])];

/** The things and columns of a model, with their names. */
function* partsOf(facts: Facts): Generator<{ part: LikelyPart; called: string[] }> {
  for (const table of Object.values(facts.model.tables)) {
    yield { part: { value: `thing:${table.name}`, table: null }, called: [table.name, ...namesOf(table)] };
    for (const column of Object.values(table.columns)) {
      const ref = { table: table.name, column: column.name };
      const part = { value: `attribute:${keyOf(ref)}`, table: table.name };
      if (isAsked(ref, facts)) yield { part, called: [column.name, ...namesOf(column)] };
    }
  }
}

const isAsked = (ref: ColumnRef, facts: Facts): boolean => {
  const role = facts.role(ref);
  return role !== 'key' && role !== 'geo';
};

function namesIn(part: LikelyPart, names: readonly string[]): Named[] {
  const spelt = new Set(names.filter((name) => !HAN.test(name)).map((name) => nameInWords(name).toLowerCase()));
  return [...spelt].flatMap((name): Named[] => {
    const words = piecesOf(name).flatMap(({ kind, key }) => (kind === 'word' ? [key] : []));
    const head = headOf(words);
    return head === undefined ? [] : [{ part, words, head }];
  });
}

/**
 * The head of a name: the last word, or the last word before "of". Words such as name and code are skipped, as they are
 * less specific than the words before them.
 */
function headOf(words: readonly string[]): string | undefined {
  const of = words.indexOf('of');
  const phrase = of > 0 ? words.slice(0, of) : words;
  return phrase.findLast(isSpecific) ?? words.findLast(isSpecific);
}

/** Words that occur in the names of columns of any kind. */
const KINDS: ReadonlySet<string> = new Set(
  [
    'id no number num name code key type date time day year month at on by of in for to the is has count value',
    'desc description detail data info',
  ].flatMap((words) => words.split(' ')),
);

const isSpecific = (word: string): boolean => word.length > 2 && !KINDS.has(word);

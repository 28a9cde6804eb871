import type { Ambiguity, Choice } from '@querent/contracts';
import { piecesOf, type Unit } from '@querent/lexicon';
import type { Readings } from '@querent/reading';
import { type LikelyPart, likelyParts } from './likely-parts';
import { asksForKind, columnsOfKind, type UnknownWord } from './columns-of-kind';
import { keyOf } from '../condition-id';
import { thingsBeside } from './things-beside';
import { twinsOf } from './twin-tables';
import { askWhichPart, WORD_KEY } from './ask-which-part';
import type { Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  choices: readonly Choice[];
}

/**
 * Asks which part of the model a word means, if the question has no reading: no part has this name, and at least two
 * are equally close to it. Otherwise the question would be declined.
 */
export function askLikely(unread: Unread): Ambiguity | null {
  const { read, choices, facts } = unread;
  // A model file defines the meaning of its words; a derived model only has names.
  if (facts.model.derived !== true) return null;
  const isDecided = (word: string): boolean => choices.some(({ key }) => key === WORD_KEY + word);
  for (const { start, end, text } of wordsUnsure(read)) {
    if (isDecided(text)) continue;
    const parts = closest({ start, end, text }, unread);
    if (parts.length > 1)
      return askWhichPart(
        { start, end, text },
        parts.map(({ value }) => value),
        unread,
      );
  }
  return null;
}

/** Phrases of up to this many words are looked up as one. */
const LONGEST = 3;
/** At most this many words of a long text are looked up. */
const MOST_TRIED = 40;

/** Words and phrases that no unit names exactly, longer ones first at each word. */
export function wordsUnsure({ text, units, unknown }: Readings): { start: number; end: number; text: string }[] {
  const sure = new Uint8Array(text.length);
  for (const unit of units) if (isSure(unit)) sure.fill(1, unit.start, unit.end);
  const isUnsure = (start: number, end: number): boolean => sure.subarray(start, end).every((one) => one === 0);
  const words = piecesOf(text).filter(({ kind, start, end }) => kind === 'word' && isUnsure(start, end));
  const phrases = words.slice(0, MOST_TRIED).flatMap((first, at) =>
    words
      .slice(at, at + LONGEST)
      .map(({ end }) => ({ start: first.start, end, text: text.slice(first.start, end) }))
      .filter((phrase) => isUnsure(phrase.start, phrase.end) && WORDS.test(phrase.text)),
  );
  const han = unknown.filter((word) => /^\p{Script=Han}{2,6}$/u.test(word.text));
  return [...phrases, ...han.slice(0, MOST_HAN)].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Words separated by spaces; a word of two letters is too unspecific. */
const WORDS = /^[a-z]{3,}(?:[ -][a-z]+)*$/u;

/** At most this many Chinese words, since each is looked up in the dictionary. */
const MOST_HAN = 2;

/** Whether a unit's form is certain: a name as written, or a function word. A part of a name is a guess. */
export const isSure = ({ form }: Unit): boolean => !['head', 'part', 'typo', 'dictionary'].includes(form);

/**
 * The parts of one kind that are closest to a word: parts of the things that the question names, else parts of a single
 * thing.
 */
function closest({ start, end, text }: UnknownWord, unread: Unread): readonly LikelyPart[] {
  const { read, facts } = unread;
  const { units } = read;
  const byUnits = units.filter((unit) => unit.start === start && unit.end === end).flatMap(partOf);
  const { tie, parts } = likelyParts(text, facts);
  const both = [...byUnits, ...(byUnits.length === 0 || tie === 'head' ? parts : [])];
  const isOfKind = both.length === 0 && asksForKind({ start, end, text }, read.text);
  const ofKind = isOfKind ? columnsOfKind({ start, end, text }, unread) : [];
  const unnamed =
    both.length > 0 || ofKind.length > 1 ? ofKind : thingsBeside({ start, end, text }, read, facts, isSure);
  const alike = both.length > 0 ? both : unnamed.map(partNamed);
  const likely = [...new Map(alike.map((part) => [part.value, part])).values()];
  const named = new Set(
    units.flatMap((unit) => (unit.meaning.type === 'thing' && isSure(unit) ? [unit.meaning.thing] : [])),
  );
  const columns = likely.filter(({ table }) => table !== null);
  const owners = new Set(columns.flatMap(({ table }) => table ?? []));
  const things = withTwins(
    [
      ...likely.filter(({ table }) => table === null),
      ...(areTwins([...owners], facts) ? [...owners].map(thingPart) : []),
    ],
    facts,
  );
  if (things.length > 1) return things.some(({ value }) => named.has(value.slice(THING.length))) ? [] : things;
  const own = columns.filter(({ table }) => table !== null && named.has(table));
  const found = own.length > 0 ? own : columns;
  return owners.size > 1 && own.length === 0 && named.size > 0 ? [] : found;
}

const thingPart = (name: string): LikelyPart => ({ value: `${THING}${name}`, table: null });

const partNamed = (value: string): LikelyPart => ({
  value,
  table: value.startsWith(THING) ? null : value.slice('attribute:'.length, value.indexOf('.')),
});

const areTwins = ([first, ...others]: readonly string[], { model }: Wording['facts']): boolean =>
  first !== undefined && others.length > 0 && others.every((other) => twinsOf(model, first).includes(other));

const THING = 'thing:';

function partOf({ meaning, form }: Unit): LikelyPart[] {
  if (form !== 'head' && form !== 'dictionary') return [];
  if (meaning.type === 'thing') return [thingPart(meaning.thing)];
  if (meaning.type !== 'attribute' && meaning.type !== 'measure') return [];
  return [{ value: `attribute:${keyOf(meaning.column)}`, table: meaning.column.table }];
}

/** Adds the tables with the same columns as these, since the same word fits all of them. */
function withTwins(things: readonly LikelyPart[], { model }: Wording['facts']): LikelyPart[] {
  const names = things.map(({ value }) => value.slice(THING.length));
  return [...new Set(names.flatMap((name) => [name, ...twinsOf(model, name)]))].map(thingPart);
}

import type { Ambiguity, Choice, ColumnRef, Proposal } from '@querent/contracts';
import { type Grade, gradeOf, shortForms, soundsOf, type Unit } from '@querent/lexicon';
import { nearestNames } from '@querent/language';
import { say } from '@querent/model';
import { type Readings, UNKNOWN_COST } from '@querent/reading';
import { daysBack } from './ask-how-long';
import { likelyParts } from './likely-parts';
import { columnsOfKind, type UnknownWord } from './columns-of-kind';
import { labelsOf, meaningNamed, namedPart, type NamedPart } from './model-names';
import { sameColumn } from '@querent/grammar';
import { keyOf } from '../condition-id';
import { WORD_KEY, wordAskedAbout } from './ask-which-part';
import type { Wording } from '../wording';

interface Unexplained extends Wording {
  read: Readings;
  proposals: readonly Proposal[];
  /** Returns the readings of the question with given meanings of words. */
  readWith: (decided: readonly Unit[]) => Readings;
  ceiling: number;
}

const IGNORE = 'ignore';
/** Cost of a meaning that the asker chose for a word, or of leaving it out. */
const DECIDED_COST = 0.1;
/** Leaves room for the option "leave it out". */
const MOST_PARTS = 3;
const MOST_TRIED = 6;
/** A question with more unknown words lacks more than a word. */
const MOST_UNKNOWN = 2;

/** The meanings that the asker has chosen for words of the question. */
export function decidedUnits(
  text: string,
  choices: readonly Choice[],
  { facts, today }: Wording & { today: string },
): Unit[] {
  return choices.flatMap(({ key, value, also = [] }) => {
    const word = wordAskedAbout(key) ?? '';
    const at = word === '' ? -1 : text.indexOf(word);
    if (at < 0) return [];
    const stretch = { start: at, end: at + word.length, text: word };
    return together(
      [value, ...also].flatMap((name) => daysBack(stretch, name, today) ?? unitFor(stretch, name, facts) ?? []),
    );
  });
}

/** Merges several values of one column into one meaning: any of them. */
function together(units: readonly Unit[]): readonly Unit[] {
  const [first] = units;
  const values = units.flatMap(({ meaning }) => (meaning.type === 'value' ? meaning.values : []));
  const isOfOneColumn = units.every(
    ({ meaning }) =>
      meaning.type === 'value' && first?.meaning.type === 'value' && sameColumn(meaning.column, first.meaning.column),
  );
  return first?.meaning.type === 'value' && isOfOneColumn
    ? [{ ...first, meaning: { ...first.meaning, values } }]
    : units;
}

function unitFor(word: UnknownWord, name: string, facts: Wording['facts']): Unit | null {
  const meaning = name === IGNORE ? ({ type: 'filler' } as const) : meaningNamed(name, facts);
  return meaning && { ...word, meaning, form: 'dictionary', cost: DECIDED_COST };
}

/**
 * Asks for the meaning of the first unknown word, if one of its possible meanings leads to a reading of the whole
 * question.
 */
export function askUnknown(unexplained: Unexplained): Ambiguity | null {
  const { locale, asWritten } = unexplained;
  const unknown = unknownIn(unexplained.read);
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN) return null;
  const offers = unknown.map((word) => partsFor(word, unexplained));
  const [[first, parts] = []] = unknown.map((word, at) => [word, offers[at] ?? []] as const);
  if (!first || !parts || offers.some(({ length }) => length === 0)) return null;
  const columns = new Set(
    parts.map(({ value }) => (value.startsWith('value:') ? value.slice(0, value.indexOf('=')) : value)),
  );
  const word = asWritten(first.text);
  const ignore: NamedPart = {
    value: IGNORE,
    label: say(locale, `不考虑“${word}”`, `Leave out “${word}”`),
    names: ['忽略', '不考虑', '去掉', 'ignore', 'leave it out', 'leave out', 'drop it'],
  };
  return {
    trigger: 'unknown_term',
    key: `${WORD_KEY}${first.text}`,
    allowText: true,
    span: { start: first.start, end: first.start + first.text.length, text: first.text },
    question: say(
      locale,
      `数据中没有“${word}”，您指的是下面哪一个？`,
      `There is no “${word}” in the data: did you mean one of these?`,
    ),
    options: [...parts, ...(parts.length === 1 || isWhole(first, IGNORE, unexplained) ? [ignore] : [])].map(
      ({ label, description, value, names }, at) => ({
        id: String(at + 1),
        label,
        ...(description === undefined ? {} : { description }),
        value,
        aliases: names,
      }),
    ),
    ...(columns.size === 1 && parts.length > 1 ? { combinable: true } : {}),
  };
}

/** Words that no unit explains; if there are none, quoted words that no stored value contains. */
const unknownIn = ({ unknown, units, text }: Readings): UnknownWord[] =>
  unknown.length > 0
    ? hyphenated(unknown, text).map((word) => withDegree(word, text))
    : units.flatMap(({ start, meaning }) => {
        const from = meaning.type === 'quoted' ? text.indexOf(meaning.value, start) : -1;
        return meaning.type !== 'quoted' || from < 0
          ? []
          : [{ start: from, end: from + meaning.value.length, text: meaning.value }];
      });

/** 人缘好的, 手艺很差的: an unknown quality and its degree are asked about as one word. */
function withDegree(word: UnknownWord, text: string): UnknownWord {
  const degree = /\p{Script=Han}$/u.test(word.text) ? (DEGREE.exec(text.slice(word.end))?.[0] ?? '') : '';
  return { ...word, end: word.end + degree.length, text: word.text + degree };
}

const DEGREE = /^(?:很|比较|最|更|非常|特别)?[好差佳优劣强弱](?=的)/u;

/** Joins the parts of a hyphenated word: Tier-1. */
function hyphenated(words: readonly UnknownWord[], text: string): UnknownWord[] {
  const joined: UnknownWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && text.slice(last.end, word.start) === '-')
      joined[joined.length - 1] = { start: last.start, end: word.end, text: text.slice(last.start, word.end) };
    else joined.push(word);
  }
  return joined;
}

/**
 * The possible meanings of a word, best first: names with a similar spelling, proposals, and conditions on the thing
 * that it describes.
 */
function partsFor(word: UnknownWord, unexplained: Unexplained): NamedPart[] {
  const { facts, proposals, read } = unexplained;
  const names = labelsOf(facts);
  const grade = gradeOf(word.text);
  const alike =
    isSpecific(word.text) && grade === null
      ? nearestNames(word.text.toLowerCase(), [...names.keys()].filter(isSpecific)).flatMap(
          (name) => names.get(name) ?? [],
        )
      : [];
  const proposed = proposals
    .filter((one) => one.word.toLowerCase() === word.text.toLowerCase())
    .sort((a, b) => b.score - a.score)
    .map(({ value }) => value);
  const named = leadingToReading(
    [...homophones(word.text, facts), ...alike, ...valuesWith(word.text, facts), ...proposed],
    word,
    unexplained,
  );
  if (named.length > 0) return named;
  const { tie, parts } = likelyParts(word.text, facts);
  const likely =
    tie === 'other'
      ? []
      : leadingToReading(
          parts.map(({ value }) => value),
          word,
          unexplained,
        );
  if (likely.length > 1) return likely;
  const ofKind = leadingToReading(columnsOfKind(word, unexplained), word, unexplained);
  if (ofKind.length > 1) return ofKind;
  if (unknownIn(read).length > 1) return [];
  const column = attributeBeside(word, unexplained);
  if (column) return leadingToReading(kindsOf(column, facts), word, unexplained);
  const thing = qualifiedThing(word, unexplained);
  if (thing === null) return [];
  const kinds = grade === null ? leadingToReading(narrowing(thing, unexplained), word, unexplained) : [];
  return kinds.length > 0 ? kinds : leadingToReading(firstBy(thing, grade, facts), word, unexplained);
}

/** Stored categories that sound like a Chinese word: 杭州 for 杭洲. */
function homophones(word: string, facts: Wording['facts']): string[] {
  if (!/^\p{Script=Han}{2,8}$/u.test(word)) return [];
  const sounds = soundsOf(word).join(' ');
  const isAlike = (text: string): boolean => text.length === word.length && soundsOf(text).join(' ') === sounds;
  return Object.keys(facts.model.tables)
    .flatMap((thing) => facts.columns(thing))
    .filter((ref) => facts.role(ref) === 'dimension')
    .flatMap((ref) => {
      const values = valuesOf(ref, facts);
      const alike =
        values.length > MOST_CATEGORIES ? [] : values.filter((value) => [value, ...shortForms(value)].some(isAlike));
      return alike.map((value) => `value:${keyOf(ref)}=${value}`);
    });
}

/** A column with more values stores names rather than categories. */
const MOST_CATEGORIES = 500;

/** The column beside an unknown value: whose city is 'Paris', 核心城市. */
function attributeBeside({ start, end }: UnknownWord, { read: { units, text } }: Unexplained): ColumnRef | null {
  const beside = units.flatMap(({ meaning, ...unit }) => {
    if (meaning.type !== 'attribute') return [];
    const between = unit.start >= end ? text.slice(end, unit.start) : text.slice(unit.end, start);
    const isBeside = unit.start >= end ? /^[\s的"]*$/u.test(between) : unit.end <= start && IS.test(between);
    return isBeside ? [meaning.column] : [];
  });
  return beside[0] ?? null;
}

const IS = /^\s*(?:is|are|was|were|=|:|为|是|等于|叫)\s*"?$/u;

/** The stored names that contain a Chinese word, if they are few: 杭州西湖风景名胜区 for 西湖. */
function valuesWith(word: string, facts: Wording['facts']): string[] {
  if (!/^\p{Script=Han}{2,}$/u.test(word)) return [];
  const { entities, tables } = facts.model;
  const kept = new Set(Object.values(entities).flatMap(({ sources }) => sources));
  const things = [...Object.keys(entities), ...Object.keys(tables).filter((name) => !kept.has(name))];
  const found = things
    .flatMap((thing) => facts.columns(thing).filter((ref) => facts.role(ref) === 'name'))
    .flatMap((ref) => {
      const stored = facts.column(ref)?.storedValues ?? [];
      return stored.filter((value) => value.includes(word)).map((value) => `value:${keyOf(ref)}=${value}`);
    });
  return found.length > MOST_PARTS ? [] : found;
}

/** One character or two letters resemble too many names, and no name is longer than this. */
const isSpecific = (word: string): boolean =>
  word.length <= LONGEST_WORD && (/\p{Script=Han}/u.test(word) ? word.length > 1 : word.length > 2);
const LONGEST_WORD = 60;

function leadingToReading(values: readonly string[], word: UnknownWord, unexplained: Unexplained): NamedPart[] {
  const found: NamedPart[] = [];
  for (const value of [...new Set(values)].slice(0, MOST_TRIED)) {
    const part = found.length < MOST_PARTS && isWhole(word, value, unexplained) ? namedPart(value, unexplained) : null;
    if (part && !found.some(({ label }) => label === part.label)) found.push(part);
  }
  return found;
}

/** Whether the question has a reading with this meaning of the word, apart from other unknown words. */
function isWhole(word: UnknownWord, value: string, { facts, read, readWith, ceiling }: Unexplained): boolean {
  const unit = unitFor(word, value, facts);
  const [best] = unit ? readWith([unit]).readings : [];
  return best !== undefined && best.cost <= ceiling + UNKNOWN_COST * (unknownIn(read).length - 1);
}

/**
 * The thing that an unknown word describes: the word is right before the thing (loyal customers, 优质仓库), or it is the
 * whole predicate after the thing (which drivers are problematic). None if the question asks for the word itself.
 */
function qualifiedThing(word: UnknownWord, unexplained: Unexplained): string | null {
  const {
    read: { units, text },
    facts,
  } = unexplained;
  if (!isWhole(word, IGNORE, unexplained)) return null;
  const things = units.flatMap(({ start, end, meaning }) => {
    const thing =
      meaning.type === 'thing'
        ? meaning.thing
        : meaning.type === 'metric'
          ? facts.model.metrics[meaning.id]?.table
          : null;
    return thing ? [{ start, end, thing }] : [];
  });
  const after = text.slice(word.end);
  const next = things
    .filter(({ start }) => start >= word.end && /^[\s的]*$/u.test(text.slice(word.end, start)))
    .sort((a, b) => b.end - a.end)[0];
  if (next) return next.thing;
  const isLast = /^[\s?？!！.。的吗呢吧]*$/u.test(after);
  const before = things
    .filter(({ end }) => end <= word.start && isPredicateOf(text.slice(end, word.start), word.text))
    .sort((a, b) => b.start - a.start)[0];
  return isLast && before ? before.thing : null;
}

/** 哪个司机最靠谱: a predicate of degree may follow its thing directly. */
const isPredicateOf = (between: string, word: string): boolean =>
  PREDICATE.test(between) || (/^\s*$/u.test(between) && /^[最很更]/u.test(word));

const PREDICATE = /^\s*(?:(?:is|are|was|were|seem|seems|look|looks|比较|很|最|是|中|里|有|哪些|的|都)\s*)+$/u;

/** A column with more values stores names rather than categories. */
const FEW = 12;

/**
 * Conditions that the data offers for a thing: its terms, and the values of its most informative column, or of a thing
 * that its rows refer to.
 */
function narrowing(thing: string, { facts }: Unexplained): string[] {
  const { model } = facts;
  const terms = Object.values(model.terms)
    .filter(({ table, candidates }) => table === thing || candidates.some((ref) => ref.table === thing))
    .slice(0, 2);
  const owners = Object.keys(model.tables).filter((other) => facts.way(thing, other)?.kind === 'lookup');
  const values =
    [thing, ...owners].map((owner) => informativeValues(owner, facts)).find(({ length }) => length > 0) ?? [];
  return [...terms.map(({ id }) => `term:${id}`), ...values];
}

/** Possible meanings of a quality: the first rows by an amount or a time of the thing. */
function firstBy(thing: string, grade: Grade | null, facts: Wording['facts']): string[] {
  const amounts = facts.columns(thing).filter((ref) => facts.role(ref) === 'measure' && facts.isAmount(ref));
  const clocks = facts.columns(thing).filter((ref) => facts.isTime(ref) && !facts.isYear(ref));
  const isOfTime = grade?.of === 'time';
  const times = clocks.map((ref) => `${isOfTime ? grade.direction : 'desc'}:${keyOf(ref)}`);
  const figures = amounts.map((ref) => `${isOfTime || grade === null ? 'desc' : grade.direction}:${keyOf(ref)}`);
  if (isOfTime) return [...times.slice(0, figures.length > 0 ? 2 : MOST_PARTS), ...figures];
  return grade !== null && figures.length > 0 ? figures : [...figures, ...times];
}

function informativeValues(thing: string, facts: Wording['facts']): string[] {
  const kinds = facts.columns(thing).flatMap((ref) => {
    const column = facts.column(ref);
    const values = valuesOf(ref, facts);
    const isKind =
      facts.role(ref) === 'dimension' &&
      column?.category !== 'boolean' &&
      !facts.isYear(ref) &&
      values.length > 1 &&
      values.length <= FEW;
    return isKind ? [{ ref, values, isListed: Object.keys(column?.values ?? {}).length > 0 }] : [];
  });
  const [best] = kinds.sort((a, b) => Number(b.isListed) - Number(a.isListed) || a.values.length - b.values.length);
  return best ? kindsOf(best.ref, facts) : [];
}

function valuesOf(ref: ColumnRef, facts: Wording['facts']): string[] {
  const column = facts.column(ref);
  return column ? [...new Set([...Object.keys(column.values), ...column.storedValues])] : [];
}

const kindsOf = (ref: ColumnRef, facts: Wording['facts']): string[] =>
  valuesOf(ref, facts).map((value) => `value:${keyOf(ref)}=${value}`);

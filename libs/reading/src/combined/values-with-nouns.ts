import type { ColumnRef } from '@querent/contracts';
import { plural } from '@querent/language';
import { gradedPersons, type GradeNoun, gradeNounOf, isPerson, type Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { spanOf, spansOf, type Stretch } from '../units/unit-kinds';
import type { InText, InTextWeight } from './in-text';

/** Cost of reading the noun of a grade beside a value as the column of the grade. */
const BY_GRADE = 0.05;
/** Cost of extending a value over the noun behind it. */
const WITH_NOUN = 0.02;
/** At most this many columns with values in a question are tried. */
const MOST_COLUMNS = 12;

/**
 * Nouns beside a stored value of a level or type: "platinum members", "the platinum tier", VIP级别的会员. The noun of the
 * level means the column, and the noun that the column's name grades means the things that have the level.
 */
export const NOUN_BESIDE_VALUE: InTextWeight = {
  name: 'noun of a grade beside its value',
  example: 'platinum members, VIP级别的会员',
  weigh: () => null,
  adds: nounsBesideValues,
};

function nounsBesideValues({ text, units, facts }: InText): Unit[] {
  const values = new Map<string, { column: ColumnRef; found: Unit[]; starts: Set<number> }>();
  for (const unit of units) {
    const { meaning, start } = unit;
    if (meaning.type !== 'value' || facts.role(meaning.column) === 'name') continue;
    const key = `${meaning.column.table}.${meaning.column.column}`;
    const known = values.get(key) ?? { column: meaning.column, found: [], starts: new Set() };
    known.found.push(unit);
    known.starts.add(start);
    values.set(key, known);
    if (values.size >= MOST_COLUMNS) break;
  }
  const names = spansOf(units, ({ form, meaning, cost }) => form === 'exact' && cost === 0 && meaning.type === 'thing');
  const isFree = (stretch: Stretch): boolean => !names.has(spanOf(stretch));
  return [...values.values()].flatMap(({ column, found, starts }): Unit[] => {
    const grades = gradesOf(facts, column);
    if (grades.length === 0) return [];
    const nouns = [...new Set(grades.flatMap(({ words }) => words))];
    const named = stretches(text, nouns).filter(isFree);
    const ends = new Map(named.map(({ start, end }) => [start, end]));
    const graded = stretches(text, [...new Set(grades.flatMap(personsOf))]).filter(isFree);
    return [
      ...found.flatMap((value) => withNoun(text, value, ends)),
      ...named
        .filter(({ end }) => isAhead(text, end, starts))
        .map((noun): Unit => unitOf(text, noun, { type: 'attribute', column })),
      ...graded.map((noun): Unit => unitOf(text, noun, { type: 'thing', thing: column.table })),
    ];
  });
}

/** Nouns for the persons that a level grades; none if it grades no persons. */
const personsOf = ({ of }: GradeNoun): string[] =>
  /^\p{Script=Han}{2,}$/u.test(of)
    ? [of].filter((one) => isPerson(one))
    : gradedPersons(of).flatMap((one) => (isPerson(undefined, one) ? [one, plural(one)] : []));

const unitOf = (text: string, { start, end }: Stretch, meaning: Unit['meaning']): Unit => ({
  start,
  end,
  text: text.slice(start, end),
  meaning,
  form: 'head',
  cost: BY_GRADE,
});

function gradesOf(facts: Facts, column: ColumnRef) {
  const { label, synonyms } = facts.column(column) ?? {};
  const zh = [label?.zh, ...(synonyms?.zh ?? [])].flatMap((name) => (name ? (gradeNounOf(name, 'zh') ?? []) : []));
  const en = [label?.en, ...(synonyms?.en ?? [])].flatMap((name) => (name ? (gradeNounOf(name, 'en') ?? []) : []));
  return [...zh, ...en];
}

/** Stretches of a text where one of the words occurs. Words in Latin letters must match whole words. */
function stretches(text: string, words: readonly string[]): Stretch[] {
  const longest = [...words].sort((a, b) => b.length - a.length);
  if (longest.length === 0) return [];
  const pattern = longest.map((word) => (isLatin(word) ? `(?<![a-z])${word}s?(?![a-z])` : word)).join('|');
  return [...text.matchAll(new RegExp(pattern, 'giu'))].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

const isLatin = (word: string): boolean => /^[a-z]+$/iu.test(word);

/** A value extended over the noun of its level right behind it: the platinum tier, VIP级别. */
function withNoun(text: string, value: Unit, ends: ReadonlyMap<number, number>): Unit[] {
  const from = /[ -]/.test(text.charAt(value.end)) ? value.end + 1 : value.end;
  const end = ends.get(from);
  return end === undefined ? [] : [{ ...value, end, text: text.slice(value.start, end), cost: value.cost + WITH_NOUN }];
}

/** Whether a value follows, with at most a copula or "of" between. */
const isAhead = (text: string, end: number, starts: ReadonlySet<number>): boolean => {
  const [between = ''] = /^(?:\s?(?:is|are|of|:|：|是|为|叫)\s?|\s)?/iu.exec(text.slice(end, end + 6)) ?? [];
  return starts.has(end + between.length);
};

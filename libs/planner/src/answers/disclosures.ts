import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { labelOf, say } from '@querent/model';
import { type Reading, type Readings, unitsOf } from '@querent/reading';
import type { Candidate } from './choices/candidate';
import { scoreText } from './choices/metric-forms';
import { keyOf } from './condition-id';
import { futureColumns } from './refusal';
import { columnName, conditionText, qualifiedName, thingName, valueName, type Wording } from './wording';

/**
 * The assumptions behind an answer: the meaning of names that were not written exactly, composite scores, and time
 * columns that the question does not name.
 */
export function disclosuresOf({ query, reading, disclosures }: Candidate, read: Readings, wording: Wording): string[] {
  const units = unitsOf(reading.item);
  const texts = [
    ...guessedForms(units, query, wording),
    ...reading.notes.map((note) => note[wording.locale]),
    ...scoreText(query, wording),
    ...bareAmounts(reading, query, wording),
    ...timeColumns(units, query, wording),
    ...ownTimes(query, wording),
    ...ignoredWords(read, wording),
  ];
  return [...new Set([...texts, ...disclosures])];
}

/** From this cost on, a form is a guess that the asker should know about. */
const GUESS = 0.3;

function guessedForms(units: readonly Unit[], query: SemanticQuery, wording: Wording): string[] {
  return units.flatMap((unit) => {
    const isGuess =
      unit.form === 'part' ||
      unit.form === 'typo' ||
      unit.form === 'dictionary' ||
      (unit.form !== 'word' && unit.form !== 'exact' && unit.cost >= GUESS);
    const name = isGuess ? meaningText(unit, query, wording) : '';
    return name === '' || name.toLowerCase() === unit.text.toLowerCase()
      ? []
      : [
          say(
            wording.locale,
            `“${wording.asWritten(unit.text)}”按${name}理解`,
            `“${wording.asWritten(unit.text)}” was read as ${name}`,
          ),
        ];
  });
}

function meaningText({ meaning }: Unit, query: SemanticQuery, wording: Wording): string {
  const {
    facts: { model },
    locale,
  } = wording;
  switch (meaning.type) {
    case 'thing':
      return thingName(wording, meaning.thing);
    case 'metric':
      return model.metrics[meaning.id]
        ? labelOf(model.metrics[meaning.id] as { label: object }, locale, meaning.id)
        : '';
    case 'term':
      return model.terms[meaning.id] ? labelOf(model.terms[meaning.id] as { label: object }, locale, meaning.id) : '';
    case 'value': {
      const asked = JSON.stringify(query);
      const values = meaning.values.filter((value) => asked.includes(JSON.stringify(value)));
      const names = values.map((value) => valueName(wording, meaning.column, value)).join(say(locale, '或', ' or '));
      return `${qualifiedName(wording, meaning.column)}${say(locale, '为', ' is ')}${names}`;
    }
    case 'measure':
    case 'attribute':
    case 'event':
    case 'flag':
      return qualifiedName(wording, meaning.column);
    default:
      return '';
  }
}

/** Discloses the aggregate of amounts if no word states it. */
function bareAmounts(
  { item: { meaning } }: Reading,
  { measures: [measure] }: SemanticQuery,
  wording: Wording,
): string[] {
  if (meaning.cat !== 'figure' || meaning.bare === null || !measure) return [];
  const [name, fn] = [columnName(wording, meaning.bare), wording.facts.aggregateOf(measure.what)?.fn];
  const isSum = fn === 'sum';
  if (fn === undefined) return [];
  return [
    say(wording.locale, `${name}取${isSum ? '合计' : '平均值'}`, `${name} is the ${isSum ? 'total' : 'average'}`),
  ];
}

/** Discloses the time column of a period if the thing has several and the question names none. */
function timeColumns(units: readonly Unit[], query: SemanticQuery, wording: Wording): string[] {
  const { locale } = wording;
  const columns = [
    ...query.filters.flatMap((filter) => (filter.kind === 'time' ? [filter.column] : [])),
    ...query.dimensions.flatMap(({ column, grain }) => (grain === undefined ? [] : [column])),
    ...(query.compare ? [query.compare.column] : []),
  ];
  const isNamed = (ref: ColumnRef): boolean =>
    units.some(
      ({ meaning }) =>
        (meaning.type === 'event' || meaning.type === 'attribute') && keyOf(meaning.column) === keyOf(ref),
    );
  const chosen = new Map(
    columns.filter((ref) => !isNamed(ref) && timesOf(ref.table, wording) > 1).map((ref) => [keyOf(ref), ref]),
  );
  return [...chosen.values()].map((ref) =>
    say(locale, `时间按${qualifiedName(wording, ref)}计算`, `time refers to ${qualifiedName(wording, ref)}`),
  );
}

/** Discloses the periods of a ratio whose figures each have their own time. */
function ownTimes({ measures }: SemanticQuery, wording: Wording): string[] {
  return measures.flatMap(({ where = [], per }) => {
    const timed = [...where, ...(per?.where ?? [])].flatMap((filter) => (filter.kind === 'time' ? [filter] : []));
    if (new Set(timed.map(({ column }) => keyOf(column))).size < 2) return [];
    const texts = timed.map((filter) => conditionText(wording, filter));
    return [
      say(
        wording.locale,
        `两个数字各按自己的时间统计：${texts.join('；')}`,
        `each figure has its own time: ${texts.join('; ')}`,
      ),
    ];
  });
}

const timesOf = (thing: string, { facts }: Wording): number =>
  facts.columns(thing).filter((ref) => facts.role(ref) === 'time').length;

/**
 * Discloses that records may not reach into the future, if the query asks for days from today on and the latest stored
 * day is unknown.
 */
export function futureDays(query: SemanticQuery, today: string, wording: Wording): string[] {
  const unsure = futureColumns(query, today).filter((column) => wording.facts.hasFutureDays(column, today) === null);
  return unsure.map((column) => {
    const name = qualifiedName(wording, column);
    return say(
      wording.locale,
      `只统计已录入的数据，${name}可能还没有录入到那时`,
      `only data recorded so far is included; ${name} may not extend that far yet`,
    );
  });
}

/** Words that the asker agreed to leave out. */
function ignoredWords({ units }: Readings, { locale, asWritten }: Wording): string[] {
  return units.flatMap(({ meaning, form, cost, text }) =>
    meaning.type === 'filler' && form === 'dictionary' && cost > 0
      ? [say(locale, `未考虑“${asWritten(text)}”`, `“${asWritten(text)}” was left out`)]
      : [],
  );
}

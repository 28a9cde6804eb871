import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { labelOf, say } from '@querent/model';
import { type Reading, type Readings, unitsOf } from '@querent/reading';
import type { Candidate } from './choices/candidate';
import { scoreText } from './choices/metric-forms';
import { keyOf } from './parts';
import { columnsAhead } from './refusal';
import { columnName, conditionText, qualifiedName, thingName, valueName, type Wording } from './wording';

/**
 * What the answer says of how the question was read: names that are not spelt out, scores, and times that nobody
 * named.
 */
export function disclosuresOf({ query, reading, disclosures }: Candidate, read: Readings, wording: Wording): string[] {
  const units = unitsOf(reading.item);
  const told = [
    ...forms(units, query, wording),
    ...reading.notes.map((note) => note[wording.locale]),
    ...scoreText(query, wording),
    ...bare(reading, query, wording),
    ...clock(units, query, wording),
    ...ownTimes(query, wording),
    ...leftOut(read, wording),
  ];
  return [...new Set([...told, ...disclosures])];
}

/** From here on a form is a guess that the asker should know of. */
const GUESS = 0.3;

function forms(units: readonly Unit[], query: SemanticQuery, wording: Wording): string[] {
  return units.flatMap((unit) => {
    const isGuess =
      unit.form === 'part' ||
      unit.form === 'typo' ||
      unit.form === 'dictionary' ||
      (unit.form !== 'word' && unit.form !== 'exact' && unit.cost >= GUESS);
    const name = isGuess ? meant(unit, query, wording) : '';
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

function meant({ meaning }: Unit, query: SemanticQuery, wording: Wording): string {
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

/** Amounts that no word asks to add up or to average. */
function bare({ item: { meaning } }: Reading, { measures: [measure] }: SemanticQuery, wording: Wording): string[] {
  if (meaning.cat !== 'figure' || meaning.bare === null || !measure) return [];
  const [name, fn] = [columnName(wording, meaning.bare), wording.facts.aggregateOf(measure.what)?.fn];
  const isSum = fn === 'sum';
  if (fn === undefined) return [];
  return [
    say(wording.locale, `${name}取${isSum ? '合计' : '平均值'}`, `${name} is the ${isSum ? 'total' : 'average'}`),
  ];
}

/** The time that a period is of, where its thing has several and the question names none. */
function clock(units: readonly Unit[], query: SemanticQuery, wording: Wording): string[] {
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
    say(locale, `时间按${qualifiedName(wording, ref)}计算`, `time is ${qualifiedName(wording, ref)}`),
  );
}

/** The periods of a ratio whose figures each have a time of their own. */
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

/** Times of which days to come are asked, where it is not known how far they reach. */
export function daysAhead(query: SemanticQuery, today: string, wording: Wording): string[] {
  const unsure = columnsAhead(query, today).filter((column) => wording.facts.hasFutureDays(column, today) === null);
  return unsure.map((column) => {
    const name = qualifiedName(wording, column);
    return say(
      wording.locale,
      `只统计已录入的数据，${name}可能还没有录入到那时`,
      `only what is recorded so far counts; ${name} may not reach that far yet`,
    );
  });
}

/** Words that the asker agreed to leave out. */
function leftOut({ units }: Readings, { locale, asWritten }: Wording): string[] {
  return units.flatMap(({ meaning, form, cost, text }) =>
    meaning.type === 'filler' && form === 'dictionary' && cost > 0
      ? [say(locale, `未考虑“${asWritten(text)}”`, `“${asWritten(text)}” was left out`)]
      : [],
  );
}

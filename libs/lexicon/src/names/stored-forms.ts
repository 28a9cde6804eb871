import { demonymsOf } from './derive/value-forms';
import { shortPlace, shortValues, withoutPlace } from './derive/value-forms';
import type { Dictionary } from './dictionary';
import type { GivenForm } from './given-form';
import { meaningKey } from './name-form';
import type { NamedColumn, NamedThing } from './named-things';
import { costOf, costOfSource, type RuleName } from './rules';
import { pinyinForms } from './find/sounds';
import { translatedValue } from './translated-names';
import { type ValueName, valueNames } from './value-names';

/** Columns with more values get no pinyin: names of people share their sounds. */
const MOST_SPELT = 1_000;

/** Stored values as stored and as listed, without the endings that people omit, and in pinyin. */
export function* storedForms(things: readonly NamedThing[], dictionary: Dictionary): Generator<GivenForm> {
  const places = placesOf(things);
  for (const thing of things) {
    for (const column of thing.columns) {
      const more = costOfSource(thing, column.ref.column);
      yield* formsOfColumn(column, more, places);
      for (const { text, meaning } of translatableValues(column)) {
        for (const translation of translatedValue(text, dictionary))
          yield {
            text: translation.text,
            meaning,
            rule: 'dictionary',
            cost: costOf('dictionary') + translation.cost + more,
          };
      }
    }
  }
}

/** Values of a complete vocabulary that may be words of the dictionary. */
export function translatableValues(column: NamedColumn): ValueName[] {
  if (!column.storedComplete || column.stored.length > MOST_TRANSLATED || column.role === 'name') return [];
  return [...valueNames(column)].filter(({ rule }) => rule === 'stored');
}

/** Columns with more values contain names rather than kinds. */
const MOST_TRANSLATED = 200;

/** Stored places, without their endings: 杭州 of 杭州市. */
const placesOf = (things: readonly NamedThing[]): ReadonlySet<string> =>
  new Set(
    things.flatMap(({ columns }) =>
      columns.flatMap(({ role, stored }) =>
        role === 'dimension' && stored.length <= MOST_SPELT ? stored.flatMap((value) => shortPlace(value) ?? []) : [],
      ),
    ),
  );

function* formsOfColumn(column: NamedColumn, more: number, places: ReadonlySet<string>): Generator<GivenForm> {
  const seen = new Set<string>();
  const isOfSource = more === costOf('source');
  const isClass = column.role === 'dimension' && column.category === 'text';
  for (const value of valueNames(column)) {
    const { meaning } = value;
    const given = (text: string, rule: RuleName): GivenForm => ({ text, meaning, rule, cost: costOf(rule) + more });
    const key = `${value.text} ${meaningKey(meaning)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // A value of a source table that fills no field of the entity does not exclude guesses at the entity's values.
    if (isOfSource && value.rule === 'stored') yield { text: value.text, meaning, rule: 'source', cost: more };
    else yield given(value.text, value.rule);
    if (value.rule !== 'stored' && value.rule !== 'listed') continue;
    if (value.rule === 'stored') for (const text of demonymsOf(value.text)) yield given(text, 'demonym');
    const shorter = shortValues(value, isClass);
    for (const { text, rule } of shorter) yield given(text, rule);
    if (column.stored.length > MOST_SPELT) continue;
    const local = column.role === 'name' ? withoutPlace(value.text, places) : null;
    if (local !== null) yield given(local, 'lastWords');
    for (const text of [value.text, ...shorter.flatMap((one) => (one.rule === 'ending' ? [one.text] : []))].flatMap(
      pinyinForms,
    ))
      yield given(text, 'pinyinValue');
  }
}

import { shortValues } from './derive/value-forms';
import type { GivenForm } from './given-form';
import { meaningKey } from './name-form';
import type { NamedColumn, NamedThing } from './named-things';
import { costOf, costOfSource, type RuleName } from './rules';
import { pinyinForms } from './sounds';
import { valueNames } from './value-names';

/** Columns with more values are not spelt out: names of people share their sounds. */
const MOST_SPELT = 1_000;

/** Stored values as they are written and listed, without the endings that people leave out, and in Latin letters. */
export function* storedForms(things: readonly NamedThing[]): Generator<GivenForm> {
  for (const thing of things) {
    for (const column of thing.columns) yield* formsOfColumn(column, costOfSource(thing, column.ref.column));
  }
}

function* formsOfColumn(column: NamedColumn, more: number): Generator<GivenForm> {
  const seen = new Set<string>();
  const isClass = column.role === 'dimension' && column.category === 'text';
  for (const value of valueNames(column)) {
    const { meaning } = value;
    const given = (text: string, rule: RuleName): GivenForm => ({ text, meaning, rule, cost: costOf(rule) + more });
    const key = `${value.text} ${meaningKey(meaning)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield given(value.text, value.rule);
    if (value.rule !== 'stored' && value.rule !== 'listed') continue;
    const shorter = shortValues(value, isClass);
    for (const { text, rule } of shorter) yield given(text, rule);
    if (column.stored.length > MOST_SPELT) continue;
    for (const text of [value.text, ...shorter.flatMap((one) => (one.rule === 'ending' ? [one.text] : []))].flatMap(
      pinyinForms,
    ))
      yield given(text, 'pinyinValue');
  }
}

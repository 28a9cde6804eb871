import { columnMeaning, type NamedColumn, type NamedThing } from '../named-things';
import { costOf } from '../rules';
import type { WrittenName } from '../written-names';
import type { DerivedForm } from './derived-form';
import { eventForms } from './event-forms';
import { flagForms } from './flag-forms';
import { countedForms, headForms, kindForms, type NameVariant, reorderedForms, thingForms, withoutUnit } from './head-forms';
import { namesToDerive } from './names-to-derive';

/** A derived form with its whole cost. */
export interface CostedForm extends DerivedForm {
  cost: number;
}

/** The forms that a language makes of a column's names: parts of them, other orders, and the events and states that they speak of. */
export function* columnForms(thing: NamedThing, column: NamedColumn): Generator<CostedForm> {
  const owners = namesToDerive(thing).flatMap(({ text }) => [text, ...thingForms(text).map((variant) => variant.text)]);
  const names = namesToDerive(column);
  const texts = names.map(({ text }) => text);
  for (const name of names) {
    for (const variant of variantsOf(column, name.text, owners)) yield costed({ ...variant, meaning: columnMeaning(column) }, name);
    for (const form of [...eventForms(column, name.text, owners), ...flagForms(column, name.text, owners, texts)]) yield costed(form, name);
  }
  if (column.role !== 'name') return;
  const meaning = columnMeaning(column);
  for (const text of ['name', '名称', '名字']) yield { text, meaning, rule: 'nameOfThing', cost: costOf('nameOfThing'), ownedCost: costOf('owned') };
}

/** A yes/no column is asked for by its states. */
function* variantsOf(column: NamedColumn, name: string, owners: readonly string[]): Generator<NameVariant & { more?: number }> {
  if (column.category === 'boolean') return;
  yield* headForms(name, owners);
  yield* reorderedForms(name);
  if (column.role === 'measure') yield* [...countedForms(name), ...withoutUnit(name)];
  if (column.role === 'key') return;
  for (const kind of kindForms(name)) {
    yield kind;
    for (const rest of headForms(kind.text, owners)) if (rest.rule === 'ownerRest') yield { ...rest, more: costOf('kindWord') };
  }
}

function costed({ ownedCost, more = 0, ...form }: DerivedForm & { more?: number }, name: WrittenName): CostedForm {
  const base = name.cost + more;
  const cost = base + costOf(form.rule);
  return { ...form, cost, ownedCost: ownedCost === undefined ? cost : base + ownedCost };
}

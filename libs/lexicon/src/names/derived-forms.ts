import type { SemanticModel } from '@querent/semantic';
import type { NameMeaning } from '../unit';
import { columnForms } from './derive/column-forms';
import { headForms, reorderedForms, thingForms } from './derive/head-forms';
import { namesToDerive } from './derive/names-to-derive';
import type { GivenForm } from './given-form';
import { type Labelled, type NamedThing, columnMeaning, namedThings } from './named-things';
import { costOf } from './rules';
import { pinyinForms } from './sounds';
import { namedParts } from './written-forms';

/** The forms that rules make of the labels of a model. */
export function* derivedForms(model: SemanticModel): Generator<GivenForm> {
  for (const thing of namedThings(model)) yield* formsOfThing(thing);
  for (const part of namedParts(model)) {
    for (const { text, cost } of part.meaning.type === 'metric' ? namesToDerive(part) : []) {
      for (const variant of reorderedForms(text)) yield { text: variant.text, meaning: part.meaning, rule: variant.rule, cost: cost + costOf(variant.rule) };
      for (const variant of headForms(text, [])) yield { text: variant.text, meaning: part.meaning, rule: 'metricTail', cost: cost + costOf('metricTail') };
    }
    yield* pinyinOf(part, part.meaning, null);
  }
}

function* formsOfThing(thing: NamedThing): Generator<GivenForm> {
  const more = thing.isSource ? costOf('source') : 0;
  const meaning: NameMeaning = { type: 'thing', thing: thing.id };
  for (const { text, cost } of namesToDerive(thing)) {
    for (const variant of thingForms(text)) yield { text: variant.text, meaning, rule: variant.rule, cost: cost + more + costOf(variant.rule) };
  }
  yield* pinyinOf(thing, meaning, null);
  for (const column of thing.columns) {
    for (const form of columnForms(thing, column)) yield { ...form, owner: thing.id, cost: form.cost + more, ownedCost: (form.ownedCost ?? form.cost) + more };
    yield* pinyinOf(column, columnMeaning(column), thing.id);
  }
}

function* pinyinOf(part: Labelled, meaning: NameMeaning, owner: string | null): Generator<GivenForm> {
  for (const name of namesToDerive(part)) for (const text of pinyinForms(name.text)) yield { text, meaning, rule: 'pinyin', cost: costOf('pinyin'), owner };
}

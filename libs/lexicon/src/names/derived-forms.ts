import type { SemanticModel } from '@querent/semantic';
import type { NameMeaning } from '../unit';
import { columnForms } from './derive/column-forms';
import { headForms, reorderedForms, thingForms } from './derive/head-forms';
import { namesToDerive } from './derive/names-to-derive';
import { termForms } from './derive/term-forms';
import type { GivenForm } from './given-form';
import { meaningKey } from './name-form';
import { columnMeaning, type Labelled, type NamedColumn, type NamedThing, namedThings } from './named-things';
import { costOf } from './rules';
import { pinyinForms } from './sounds';
import { type NamedPart, namedParts } from './written-forms';
import { writtenNames } from './written-names';

/** The forms that rules make of the labels of a model. */
export function* derivedForms(model: SemanticModel): Generator<GivenForm> {
  for (const thing of namedThings(model)) {
    const more = thing.isSource ? costOf('source') : 0;
    const meaning: NameMeaning = { type: 'thing', thing: thing.id };
    yield* cheapest([...formsOfThing(thing, meaning), ...pinyinOf(thing, meaning)], thing, meaning, more);
    for (const column of thing.columns) yield* cheapest(formsOfColumn(thing, column), column, columnMeaning(column), more);
  }
  for (const part of namedParts(model)) {
    const forms = part.meaning.type === 'metric' ? formsOfMetric(part) : part.meaning.type === 'term' ? formsOfTerm(part, model) : [];
    yield* cheapest([...forms, ...pinyinOf(part, part.meaning)], part, part.meaning, 0);
  }
}

function* formsOfThing(thing: NamedThing, meaning: NameMeaning): Generator<GivenForm> {
  for (const { text, cost } of namesToDerive(thing)) {
    for (const variant of thingForms(text)) yield { text: variant.text, meaning, rule: variant.rule, cost: cost + costOf(variant.rule) };
  }
}

function* formsOfColumn(thing: NamedThing, column: NamedColumn): Generator<GivenForm> {
  for (const form of columnForms(thing, column)) yield { ...form, owner: thing.id };
  yield* pinyinOf(column, columnMeaning(column), thing.id);
}

function* formsOfMetric({ meaning, ...part }: NamedPart): Generator<GivenForm> {
  for (const { text, cost } of namesToDerive(part)) {
    for (const { text: reordered, rule } of reorderedForms(text)) yield { text: reordered, meaning, rule, cost: cost + costOf(rule) };
    for (const head of headForms(text, [])) yield { text: head.text, meaning, rule: 'metricTail', cost: cost + costOf('metricTail') };
  }
}

/** Terms are mostly called by the name of their thing and a word before it. */
function* formsOfTerm({ meaning, ...part }: NamedPart, model: SemanticModel): Generator<GivenForm> {
  const term = meaning.type === 'term' ? model.terms[meaning.id] : undefined;
  const tables = new Set([term?.table, ...(term?.candidates ?? []).map(({ table }) => table)]);
  const things = Object.values(model.tables).filter(({ name }) => tables.has(name)).flatMap((table) => writtenNames({ ...table, physical: table.name }));
  for (const { text, cost } of namesToDerive(part)) {
    for (const { text: rest, rule } of termForms(text, things.map((thing) => thing.text))) yield { text: rest, meaning, rule, cost: cost + costOf(rule) };
  }
}

function* pinyinOf(part: Labelled, meaning: NameMeaning, owner: string | null = null): Generator<GivenForm> {
  for (const name of namesToDerive(part)) for (const text of pinyinForms(name.text)) yield { text, meaning, rule: 'pinyin', cost: costOf('pinyin'), owner };
}

/** Each form of a part once, by the cheapest of the rules that make it; not those that are written for it. */
function cheapest(forms: Iterable<GivenForm>, part: Labelled, own: NameMeaning, more: number): Iterable<GivenForm> {
  const written = new Set(writtenNames(part).map(({ text }) => text));
  const chosen = new Map<string, GivenForm>();
  for (const form of forms) {
    if (written.has(form.text) && form.meaning.type === own.type) continue;
    const key = `${form.text} ${meaningKey(form.meaning)}`;
    const known = chosen.get(key);
    const [cost, ownedCost] = [form.cost + more, (form.ownedCost ?? form.cost) + more];
    if (known === undefined || cost < known.cost) chosen.set(key, { ...form, cost, ownedCost: Math.min(ownedCost, known?.ownedCost ?? ownedCost) });
    else known.ownedCost = Math.min(known.ownedCost ?? known.cost, ownedCost);
  }
  return chosen.values();
}

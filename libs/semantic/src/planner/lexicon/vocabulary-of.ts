import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf } from './lexicon';
import { namesOf } from '../../model/things';
import type { Attribute } from '../../model/things';

/** A name and the part of the model that it names, in the form of `Proposal.value`. */
export interface VocabularyEntry {
  text: string;
  value: string;
}

/**
 * Every name that a part of the model has, in both languages: things, attributes, metrics, terms and the stored values of
 * dimensions and names under their labels. What an embedder compares unknown words with; hidden parts are not in a model.
 */
export function vocabularyOf(model: SemanticModel): VocabularyEntry[] {
  return [...vocabularyIn(model)];
}

/** The same one by one, for whoever needs no more than the first of a large model's. */
export function* vocabularyIn(model: SemanticModel): Generator<VocabularyEntry> {
  const seen = new Set<string>();
  for (const entry of everyName(model)) {
    const { text, value } = entry;
    if (text.trim() === '' || seen.has(`${text}\n${value}`)) continue;
    seen.add(`${text}\n${value}`);
    yield entry;
  }
}

function* everyName(model: SemanticModel): Generator<VocabularyEntry> {
  const { things } = lexiconOf(model);
  for (const thing of things.values()) yield* named(thing, `thing:${thing.name}`);
  for (const { attributes } of things.values()) for (const attribute of attributes) yield* attributeEntries(attribute);
  for (const metric of Object.values(model.metrics)) yield* named(metric, `metric:${metric.id}`);
  for (const term of Object.values(model.terms)) yield* [{ text: term.id, value: `term:${term.id}` }, ...named(term, `term:${term.id}`)];
}

function named(part: Parameters<typeof namesOf>[0], value: string): VocabularyEntry[] {
  return namesOf(part).map(({ name }) => ({ text: name, value }));
}

function attributeEntries(attribute: Attribute): VocabularyEntry[] {
  const key = `${attribute.ref.table}.${attribute.ref.column}`;
  return [...named(attribute, `attribute:${key}`), ...(isSpoken(attribute) ? valueEntries(attribute, key) : [])];
}

/** Keys, figures and long texts are not asked for by what they mean. */
function isSpoken({ role }: Attribute): boolean {
  return role === 'dimension' || role === 'name';
}

function valueEntries(attribute: Attribute, key: string): VocabularyEntry[] {
  return [...new Set([...Object.keys(attribute.values), ...attribute.stored])].flatMap((stored) => {
    const names = attribute.values[stored];
    return [stored, ...(names?.zh ?? []), ...(names?.en ?? [])].map((text) => ({ text, value: `value:${key}=${stored}` }));
  });
}

import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf } from './lexicon';
import { namesOf } from './names-of';
import type { Attribute } from './model-view';

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
  const things = [...lexiconOf(model).things.values()];
  const entries = [
    ...things.flatMap((thing) => named(thing, `thing:${thing.name}`)),
    ...things.flatMap((thing) => thing.attributes.flatMap(attributeEntries)),
    ...Object.values(model.metrics).flatMap((metric) => named(metric, `metric:${metric.id}`)),
    ...Object.values(model.terms).flatMap((term) => [{ text: term.id, value: `term:${term.id}` }, ...named(term, `term:${term.id}`)]),
  ];
  const seen = new Set<string>();
  return entries.filter(({ text, value }) => text.trim() !== '' && !seen.has(`${text}\n${value}`) && seen.add(`${text}\n${value}`));
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

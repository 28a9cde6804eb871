import { type SemanticModel } from '@querent/model';
import { type NamedColumn, namedThings } from './named-things';
import type { Labelled } from './written-names';
import { isAskedByText } from './value-names';

/** A name and its part of the model, in the format of `Proposal.value`. */
export interface VocabularyEntry {
  text: string;
  value: string;
}

/** A name of a stored value: its text, or a name from the model. */
export interface ValueText {
  table: string;
  column: string;
  value: string;
  text: string;
}

/**
 * Every name of the model's parts, in both languages: things, columns, metrics, terms and the stored values of
 * dimensions and names, each once. An embedder compares unknown words with them. A model contains no hidden parts.
 */
export function* vocabularyOf(model: SemanticModel): Generator<VocabularyEntry> {
  const seen = new Set<string>();
  for (const entry of everyName(model)) {
    const { text, value } = entry;
    if (text.trim() === '' || seen.has(`${text}\n${value}`)) continue;
    seen.add(`${text}\n${value}`);
    yield entry;
  }
}

function* everyName(model: SemanticModel): Generator<VocabularyEntry> {
  const things = [...namedThings(model)];
  for (const thing of things) yield* named(thing, `thing:${thing.id}`);
  for (const { columns } of things) for (const column of columns) yield* columnEntries(column);
  for (const metric of Object.values(model.metrics)) yield* named(metric, `metric:${metric.id}`);
  for (const term of Object.values(model.terms))
    yield* [{ text: term.id, value: `term:${term.id}` }, ...named(term, `term:${term.id}`)];
}

function named({ label, synonyms }: Pick<Labelled, 'label' | 'synonyms'>, value: string): VocabularyEntry[] {
  const names = [label.zh, label.en, ...synonyms.zh, ...synonyms.en].filter((name) => name !== undefined);
  return names.map((text) => ({ text, value }));
}

function columnEntries(column: NamedColumn): VocabularyEntry[] {
  const key = `${column.ref.table}.${column.ref.column}`;
  // Questions do not name keys, figures and long texts by meaning.
  const isSpoken = column.role === 'dimension' || column.role === 'name';
  return [...named(column, `attribute:${key}`), ...(isSpoken ? valueEntries(column, key) : [])];
}

function valueEntries({ values, stored }: NamedColumn, key: string): VocabularyEntry[] {
  return [...new Set([...Object.keys(values), ...stored])].flatMap((value) => {
    const names = values[value];
    return [value, ...(names?.zh ?? []), ...(names?.en ?? [])].map((text) => ({
      text,
      value: `value:${key}=${value}`,
    }));
  });
}

/**
 * The names of values per column, most frequent first. Columns without any are omitted; a model contains nothing
 * hidden.
 */
export function valueTextsOf(model: SemanticModel): ValueText[][] {
  // The fields of an entity are columns of its tables.
  return [...namedThings({ ...model, entities: {} })]
    .flatMap(({ columns }) => columns.map(textsOf))
    .filter((texts) => texts.length > 0);
}

function textsOf(column: NamedColumn): ValueText[] {
  const { table, column: name } = column.ref;
  const named = Object.entries(column.values).flatMap(([value, { zh, en }]) =>
    [...zh, ...en].map((text) => ({ table, column: name, value, text })),
  );
  if (!isAskedByText(column)) return named;
  const stored = [...new Set([...column.stored, ...Object.keys(column.values)])].filter((value) => !NUMBER.test(value));
  return [...named, ...stored.map((value) => ({ table, column: name, value, text: value }))];
}

/** Numbers are read as numbers. They become values if the question names their column. */
const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/;

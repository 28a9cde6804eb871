import { type VocabularyEntry, vocabularyOf } from '@querent/lexicon';
import type { ModelColumn, SemanticModel } from '@querent/model';

/** 10 MB of vectors, and half a minute of background work where nothing is shared. */
const MOST_NAMES = 5_000;

/**
 * The names of a model that are compared by meaning: of its parts first, then stored values, up to a limit. Keys are
 * omitted, because questions do not name them. Only stored values with names in the model are used: most others are
 * names of people, places and products, found by their spelling, and to an embedding model any city resembles any other
 * (Tokyo and Guangzhou: 0.7).
 */
export function modelNames(model: SemanticModel): VocabularyEntry[] {
  const parts: VocabularyEntry[] = [];
  const values: VocabularyEntry[] = [];
  for (const entry of vocabularyOf(model)) {
    // The rest of a large model is not read.
    if (parts.length === MOST_NAMES) break;
    if (!entry.value.startsWith('value:')) {
      if (!isKey(model, entry.value)) parts.push(entry);
    } else if (values.length < MOST_NAMES && isNamedValue(model, entry.value)) values.push(entry);
  }
  return [...parts, ...values].slice(0, MOST_NAMES);
}

function isKey(model: SemanticModel, value: string): boolean {
  return value.startsWith('attribute:') && columnOf(model, value.slice('attribute:'.length))?.role === 'key';
}

function isNamedValue(model: SemanticModel, value: string): boolean {
  const equals = value.indexOf('=');
  const names = columnOf(model, value.slice('value:'.length, equals))?.values[value.slice(equals + 1)];
  return names !== undefined && names.zh.length + names.en.length > 0;
}

/** Column names may hold dots, table names do not. */
function columnOf(model: SemanticModel, name: string): ModelColumn | undefined {
  const dot = name.indexOf('.');
  return model.tables[name.slice(0, dot)]?.columns[name.slice(dot + 1)];
}

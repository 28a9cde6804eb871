import { vocabularyOf, type SemanticModel, type VocabularyEntry } from '@querent/semantic';

/** 10 MB of vectors, and half a minute of background work where nothing is shared. */
const MOST_NAMES = 5_000;

/**
 * The names of a model that are worth comparing by meaning: of its parts first, then stored values, up to a bound. Values
 * of name columns (people, products, places) are left out: they are known by their spelling, and what a dictionary makes of
 * somebody's name means nothing.
 */
export function modelNames(model: SemanticModel): VocabularyEntry[] {
  const meant = vocabularyOf(model).filter(({ value }) => !isProperName(model, value));
  const values = meant.filter(({ value }) => value.startsWith('value:'));
  const parts = meant.filter(({ value }) => !value.startsWith('value:'));
  return [...parts, ...values].slice(0, MOST_NAMES);
}

function isProperName(model: SemanticModel, value: string): boolean {
  const named = /^value:([^.]+)\.([^=]+)=/.exec(value);
  return named !== null && model.tables[named[1] ?? '']?.columns[named[2] ?? '']?.role === 'name';
}

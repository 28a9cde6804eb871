import type { SemanticModel } from '@querent/model';

/** What an amount counts: customers affected. */
const COUNTED = /^([a-z]{3,}s) [a-z]+ed$/;
const unitWordsOf = new WeakMap<SemanticModel, string[]>();

/** Units of measurement that a model names. */
export function unitWords(model: SemanticModel): string[] {
  const known = unitWordsOf.get(model);
  if (known) return known;
  const parts = [
    ...Object.values(model.metrics),
    ...Object.values(model.tables).flatMap(({ columns }) => Object.values(columns)),
  ];
  const counted = parts.flatMap(({ label }) => COUNTED.exec(label.en?.toLowerCase() ?? '')?.slice(1) ?? []);
  const words = [...parts.flatMap(({ unit }) => [unit?.zh, unit?.en]), ...counted];
  const found = [...new Set(words.flatMap((word) => (word === undefined || word === '' ? [] : [word])))];
  unitWordsOf.set(model, found);
  return found;
}

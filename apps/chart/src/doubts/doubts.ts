import type { Doubt, SemanticQuery } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { ResultShape } from '../reading/result-shape';
import { allNullColumns } from './all-null-columns';
import { unknownValues } from './unknown-values';
import { unusualMagnitudes } from './unusual-magnitudes';

/**
 * Heuristic signs that an answer may not match the question: those of earlier stages and those of the result itself,
 * without duplicates.
 */
export function doubtsOf(
  noted: readonly Doubt[],
  shape: ResultShape,
  query: SemanticQuery | null,
  model: SemanticModel | null,
): Doubt[] {
  const empty: Doubt[] = shape.rowCount === 0 ? [{ sign: 'empty_result', about: '' }] : [];
  const all = [
    ...noted,
    ...empty,
    ...unknownValues(query, model, shape.locale),
    ...allNullColumns(shape, query),
    ...unusualMagnitudes(shape),
  ];
  return [...new Map(all.map((doubt) => [JSON.stringify([doubt.sign, doubt.about]), doubt])).values()];
}

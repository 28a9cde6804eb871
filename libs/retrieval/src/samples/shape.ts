import { aggregateFunctionSchema } from '@querent/contracts';

/**
 * The structure of a question, not its topic: counts, sums, groups, top few, comparison with a number, negation, time.
 * Questions of one shape want statements of one shape, whatever their words (examples chosen by the masked question and
 * the skeleton of the query: L. Nan et al., "Enhancing few-shot text-to-SQL", EMNLP Findings 2023; DAIL-SQL, D. Gao et
 * al., VLDB 2024).
 */
export const shapeParts = [
  ...aggregateFunctionSchema.exclude(['count_distinct']).options,
  'distinct',
  'share',
  'list',
  'group',
  'grain',
  'extreme',
  'top',
  'order',
  'compare',
  'between',
  'negation',
  'time',
] as const;
export type ShapePart = (typeof shapeParts)[number];
export type Shape = ReadonlySet<ShapePart>;

/** Jaccard similarity of two shapes, 0 to 1; 0 if both are empty. */
export function shapeLikeness(a: Shape, b: Shape): number {
  const all = new Set([...a, ...b]);
  return all.size === 0 ? 0 : [...a].filter((part) => b.has(part)).length / all.size;
}

export const shapeKey = (shape: Shape): string => [...shape].sort().join(' ');

import { aggregateFunctionSchema } from '@querent/contracts';

/**
 * How a question is built rather than what it is about: counted, summed, per group, the top few, compared with a
 * number, without something, of a time. Questions of one shape want statements of one shape, whatever their words
 * (examples chosen by the masked question and the skeleton of the query: L. Nan et al., "Enhancing few-shot
 * text-to-SQL", EMNLP Findings 2023; DAIL-SQL, D. Gao et al., VLDB 2024).
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

/** Share of the parts that two shapes have in common (Jaccard), 0 to 1; nothing said on either side says nothing. */
export function shapeLikeness(a: Shape, b: Shape): number {
  const all = new Set([...a, ...b]);
  return all.size === 0 ? 0 : [...a].filter((part) => b.has(part)).length / all.size;
}

export const shapeKey = (shape: Shape): string => [...shape].sort().join(' ');

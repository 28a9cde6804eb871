import type { Filter } from '@querent/contracts';
import type { Draft } from '../reading/reading';

/** Every condition of a draft: on its rows, on related rows, and on what is measured or shared. */
export function conditionsOf(draft: Draft): Filter[] {
  const measured = draft.measures.flatMap(({ where, share }) => [...(where ?? []), ...(share?.where ?? [])]);
  return [...draft.filters.map(({ filter }) => filter), ...draft.exists.flatMap(({ filters }) => filters), ...measured];
}

/**
 * Rewrites conditions wherever they stand (null removes one); whether any changed. What several conditions become together
 * is kept once.
 */
export function editConditions(draft: Draft, edit: (filter: Filter) => Filter | null): boolean {
  let changed = false;
  const written = new Set<Filter>();
  const rewrite = (filters: Filter[]): Filter[] =>
    filters.flatMap((filter) => {
      const next = edit(filter);
      if (next === filter) return [filter];
      changed = true;
      if (next === null || written.has(next)) return [];
      written.add(next);
      return [next];
    });
  draft.filters = draft.filters.flatMap((one) => rewrite([one.filter]).map((filter) => ({ ...one, filter })));
  for (const one of draft.exists) one.filters = rewrite(one.filters);
  draft.measures = draft.measures.map((measure) => ({
    ...measure,
    ...(measure.where ? { where: rewrite(measure.where) } : {}),
    ...(measure.share?.where ? { share: { ...measure.share, where: rewrite(measure.share.where) } } : {}),
  }));
  return changed;
}

/** Removes conditions wherever they stand; whether any was there. */
export function dropConditions(draft: Draft, isDropped: (filter: Filter) => boolean): boolean {
  return editConditions(draft, (filter) => (isDropped(filter) ? null : filter));
}

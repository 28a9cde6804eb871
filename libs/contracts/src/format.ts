import { conditionsIn, conditionsWithin } from './measure-parts';
import type { RunData } from './run';
import type { Filter, SemanticQuery } from './semantic-query';

/**
 * The format of run records and job payloads. During a rolling update services of two versions share queues: an older
 * service keeps or returns additions (a member, a job) of a newer one. If an older service would misread a run, the
 * format is raised, and older services leave such runs to newer ones. See
 * infra/docs/adr/running/0022-rolling-upgrades.md.
 */
export const FORMAT = 2;
const FORMAT_OF_MOST_RUNS = 1;

/**
 * The format of a run's data: the lowest one whose services read it correctly. Format 2 has features that services of
 * format 1 drop or refuse: comparisons with other groups' figures, and recurring times. All other runs are written in
 * format 1, so that services of both versions share them.
 */
export function formatOf({ semanticQuery, context }: Pick<RunData, 'semanticQuery' | 'context'>): number {
  return [semanticQuery, context?.query].some((query) => query && isOfFormat2(query)) ? FORMAT : FORMAT_OF_MOST_RUNS;
}

function isOfFormat2({ filters, measures, dimensions, having }: SemanticQuery): boolean {
  const bounded = having.map(({ measure }) => measure);
  return (
    having.some(({ against }) => against !== undefined) ||
    dimensions.some(({ part }) => part !== undefined) ||
    [...filters, ...[...measures, ...bounded].flatMap(conditionsIn)].some(isFilterOfFormat2)
  );
}

function isFilterOfFormat2(filter: Filter): boolean {
  if (filter.kind === 'recurring') return true;
  if (filter.kind === 'compare_aggregate' && (filter.times !== undefined || filter.among !== undefined)) return true;
  return (filter.kind === 'bound' && filter.against !== undefined) || conditionsWithin(filter).some(isFilterOfFormat2);
}

import { isUnwanted } from '@querent/lexicon';
import type { Filter } from '@querent/contracts';
import { isCount } from './attach';
import type { Facts } from './facts';
import type { FigureMeaning } from './meanings/rows-and-figures';

/**
 * The directions in which the best may come first by a figure: few late deliveries are good; of some counts only the
 * asker knows.
 */
export function bestDirections(facts: Facts, figure: FigureMeaning, direction: 'asc' | 'desc'): ('asc' | 'desc')[] {
  const turned = direction === 'asc' ? 'desc' : 'asc';
  if (!isCount(figure)) return [facts.isBetterLower(figure.measures) ? turned : direction];
  if (namesOf(facts, figure).some((name) => isUnwanted(name))) return [turned];
  return figure.filters.length > 0 ? [direction, turned] : [direction];
}

/** What rows and their conditions are called. */
function namesOf(facts: Facts, { thing, filters }: FigureMeaning): string[] {
  const { model } = facts;
  const labels = [model.tables[thing]?.label, ...filters.map((filter) => labelOf(facts, filter))];
  const values = filters.flatMap((filter) => {
    if (filter.kind !== 'compare' || filter.op !== '=') return [];
    const named = facts.column(filter.column)?.values?.[String(filter.value)];
    return [String(filter.value), ...(named?.zh ?? []), ...(named?.en ?? [])];
  });
  return [...labels.flatMap((label) => [label?.zh ?? '', label?.en ?? '']), ...values];
}

function labelOf(facts: Facts, filter: Filter): { zh?: string; en?: string } | undefined {
  if (filter.kind === 'term') return filter.negated ? undefined : facts.model.terms[filter.id]?.label;
  const isState = filter.kind === 'compare' && filter.value === true && filter.op === '=';
  return isState ? facts.column(filter.column)?.label : undefined;
}

import { isUnwanted } from '@querent/lexicon';
import type { Filter, Order } from '@querent/contracts';
import type { Facts } from './facts';
import type { FigureMeaning } from './meanings/rows-and-figures';
import { isCount } from './meanings/build-meanings';

/**
 * The possible directions of "best" for a figure. Few late deliveries are good; for some counts both directions are
 * possible.
 */
export function bestDirections(facts: Facts, figure: FigureMeaning, direction: 'asc' | 'desc'): ('asc' | 'desc')[] {
  const turned = opposite(direction);
  if (!isCount(figure)) return [facts.isBetterLower(figure.measures) ? turned : direction];
  if (namesOf(facts, figure).some((name) => isUnwanted(name))) return [turned];
  return figure.filters.length > 0 ? [direction, turned] : [direction];
}

/** Names of the rows and of the values in their conditions. */
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

/** The reverse of a sort direction. */
export const opposite = (direction: Order['direction']): Order['direction'] => (direction === 'asc' ? 'desc' : 'asc');

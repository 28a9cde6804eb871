import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/**
 * Persons are shown by both halves of their names, unless the question names one of them: "the first names of our
 * students".
 * @param units the words of the reading
 */
export function withWholeNames(query: SemanticQuery, units: readonly Unit[], facts: Facts): SemanticQuery {
  const keyOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;
  const named = new Set(units.flatMap(({ meaning }) => (meaning.type === 'attribute' ? [keyOf(meaning.column)] : [])));
  const shown = query.select.flatMap((column) => {
    const half = named.has(keyOf(column)) ? null : facts.otherHalfOfName(column);
    return half === null ? [column] : [column, half];
  });
  return { ...query, select: [...new Map(shown.map((column) => [keyOf(column), column])).values()] };
}

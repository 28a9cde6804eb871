import type { ColumnRef } from '@querent/contracts';
import { columnsOf } from './expression/expression';
import { parseExpression } from './expression/parse-expression';
import type { ModelTerm, SemanticModel } from './semantic-model';

/**
 * The figure that a term bounds (free: a ticket price of zero), where rows may lack it. Of a kind that is missing one
 * may say that it is another; an unknown price may be zero.
 */
export function boundedFigure(model: SemanticModel, { filter }: ModelTerm): ColumnRef | null {
  const [column, ...more] = filter === undefined ? [] : columnsOf(parseExpression(filter));
  if (!column || more.some((one) => one.column !== column.column)) return null;
  const stored = model.tables[column.table]?.columns[column.column];
  return stored?.role === 'measure' && stored.nullable ? column : null;
}

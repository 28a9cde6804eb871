import type { ColumnRef } from '@querent/contracts';
import { columnsOf } from './expression/expression';
import { parseExpression } from './expression/parse-expression';
import type { ModelTerm, SemanticModel } from './semantic-model';

/**
 * The measure column that a term bounds, if it may be missing; else null. For "free" it is the ticket price: a row
 * without a price may be free as well, which has to be disclosed.
 */
export function boundedFigure(model: SemanticModel, { filter }: ModelTerm): ColumnRef | null {
  const [column, ...more] = filter === undefined ? [] : columnsOf(parseExpression(filter));
  if (!column || more.some((one) => one.column !== column.column)) return null;
  const stored = model.tables[column.table]?.columns[column.column];
  return stored?.role === 'measure' && stored.nullable ? column : null;
}

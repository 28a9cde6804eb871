import type { ColumnRef, SemanticQuery, Since } from '@querent/contracts';
import { figure } from './aggregated';
import type { EvaluationContext } from './evaluation-context';
import { elapsed, rowsThatSatisfy, valueOf } from './conditions';
import { shownTime } from './civil-time';
import { boundedGroups } from './evaluate-groups';
import type { ExpectedResult, ExpectedRow } from './expected-result';
import { measured } from './figures';
import { columnOf, keyOf, tableOf, type Row } from './random/world';

/**
 * Evaluates a list of the subject's rows.
 * @param columns columns of the list: the query's choice, or the compiler's if the query leaves it open
 */
export function evaluateList(
  context: EvaluationContext,
  query: SemanticQuery,
  columns: readonly ColumnRef[],
): ExpectedResult {
  const shown = ({ table, column }: ColumnRef, row: Row) =>
    figure(
      shownTime(
        context,
        valueOf(context, context.subject, row, { table, column }),
        columnOf(context.world, table, column).type,
      ),
    );
  const length = (row: Row, column: ColumnRef, since: Since) =>
    figure(elapsed(context, context.subject, row, { column, since }));
  /** Adds the columns of the order. */
  const lengths = (row: Row) =>
    query.order.flatMap(({ by }) => (by.kind === 'column' && by.since ? [length(row, by.column, by.since)] : []));
  const rows =
    query.having.length === 0
      ? rowsThatSatisfy(context, context.subject, query.filters).map((row) => ({ row, figures: [] }))
      : boundedRows(context, query);
  const listed = rows.map(({ row, figures }): ExpectedRow => ({
    cells: [...columns.map((column) => shown(column, row)), ...lengths(row), ...figures],
    ranks: query.order.map(({ by }) => {
      if (by.kind !== 'column') throw new Error(`a list has no order by ${by.kind}`);
      return by.since ? length(row, by.column, by.since) : shown(by.column, row);
    }),
    partition: null,
    isOptional: false,
  }));
  return {
    rows: query.distinct ? distinct(listed) : listed,
    order: query.order.map(({ direction }) => direction),
    limit: query.limit,
    offset: query.offset ?? 0,
    limitPer: null,
  };
}

/**
 * "Customers with fewer than 3 orders": each row of the subject is a group with the bounded figure. Conditions apply to
 * the counted rows, but an `exists` applies to the subject's row, even if a counted row belongs to several.
 */
function boundedRows(context: EvaluationContext, query: SemanticQuery) {
  const table = tableOf(context.world, context.subject);
  const key = keyOf(table);
  const left = new Set(
    rowsThatSatisfy(
      context,
      context.subject,
      query.filters.filter(({ kind }) => kind === 'exists'),
    ),
  );
  const dimensions = [{ label: key.label, column: { table: table.name, column: key.name } }];
  return boundedGroups(context, { ...query, dimensions }).flatMap((group) => {
    const row = table.rows.find((candidate) => candidate[key.name] === group.key[0]?.value);
    return row === undefined || !left.has(row)
      ? []
      : [
          {
            row,
            figures: query.having.map(({ measure }) =>
              measured(context, measure, (home) => group.rows.get(home) ?? []),
            ),
          },
        ];
  });
}

function distinct(rows: ExpectedRow[]): ExpectedRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row.cells.map(({ value }) => value)), row])).values()];
}

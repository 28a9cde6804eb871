import type { ColumnRef, SemanticQuery, Since } from '@querent/contracts';
import { figure } from './aggregated';
import type { Asked } from './asked';
import { elapsed, rowsThatSatisfy, valueOf } from './conditions';
import { shownTime } from './civil-time';
import { boundedGroups } from './evaluate-groups';
import type { ExpectedResult, ExpectedRow } from './expected-result';
import { measured } from './figures';
import { columnOf, keyOf, tableOf, type Row } from './random/world';

/**
 * A list of the subject's rows.
 * @param columns what the list shows: the query's own choice, or the compiler's where the query leaves it open
 */
export function evaluateList(asked: Asked, query: SemanticQuery, columns: readonly ColumnRef[]): ExpectedResult {
  const shown = ({ table, column }: ColumnRef, row: Row) =>
    figure(
      shownTime(
        asked,
        valueOf(asked, asked.subject, row, { table, column }),
        columnOf(asked.world, table, column).type,
      ),
    );
  const length = (row: Row, column: ColumnRef, since: Since) =>
    figure(elapsed(asked, asked.subject, row, { column, since }));
  /** What rows are ordered by is shown. */
  const lengths = (row: Row) =>
    query.order.flatMap(({ by }) => (by.kind === 'column' && by.since ? [length(row, by.column, by.since)] : []));
  const rows =
    query.having.length === 0
      ? rowsThatSatisfy(asked, asked.subject, query.filters).map((row) => ({ row, figures: [] }))
      : boundedRows(asked, query);
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
 * "Customers with fewer than 3 orders": each row of the subject is a group, and shows the bounded figure. Conditions
 * are on the rows that are counted, but an `exists` is on the subject's own row, also where a counted row belongs to
 * several.
 */
function boundedRows(asked: Asked, query: SemanticQuery) {
  const table = tableOf(asked.world, asked.subject);
  const key = keyOf(table);
  const left = new Set(
    rowsThatSatisfy(
      asked,
      asked.subject,
      query.filters.filter(({ kind }) => kind === 'exists'),
    ),
  );
  const dimensions = [{ label: key.label, column: { table: table.name, column: key.name } }];
  return boundedGroups(asked, { ...query, dimensions }).flatMap((group) => {
    const row = table.rows.find((candidate) => candidate[key.name] === group.key[0]?.value);
    return row === undefined || !left.has(row)
      ? []
      : [
          {
            row,
            figures: query.having.map(({ measure }) => measured(asked, measure, (home) => group.rows.get(home) ?? [])),
          },
        ];
  });
}

function distinct(rows: ExpectedRow[]): ExpectedRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row.cells.map(({ value }) => value)), row])).values()];
}

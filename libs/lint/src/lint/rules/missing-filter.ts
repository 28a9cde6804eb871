import type { BoundStatement } from '../bind/bound-query';
import type { LintRule } from '../lint-rule';
import type { LintColumn } from '../lint-subject';
import { aggregatesIn, isAggregate } from '../reading/aggregates';
import { refsIn } from '../reading/column-refs';
import { groupingOf } from '../reading/grouping';
import { nodesWhere } from '../reading/nodes';
import { quoted } from '../sql-text';

/** A figure that needs a filter, read over everything: the scores of all years at once. */
export const missingFilter: LintRule = (statement, subject) =>
  subject.required.flatMap(({ column, whenReading, label }) => {
    const read = aggregatedColumns(statement).find((one) => whenReading.some((needing) => isSame(needing, one)));
    if (!read || constrainedColumns(statement).some((one) => isSame(one, column))) return [];
    const wanted = `${quoted(column.table)}.${quoted(column.column)}`;
    const message = `${quoted(read.table)}.${quoted(read.column)} is meaningful only for one ${label}: restrict ${wanted}, or group by it.`;
    return [
      {
        rule: 'missing_filter',
        severity: 'error' as const,
        fragment: `${quoted(read.table)}.${quoted(read.column)}`,
        message,
        nearest: [wanted],
      },
    ];
  });

function aggregatedColumns(statement: BoundStatement): LintColumn[] {
  return statement.blocks.flatMap(({ select }) => {
    const { targetList, havingClause, sortClause } = select;
    return originsIn(aggregatesIn([targetList, havingClause, sortClause]), statement);
  });
}

/** Columns in conditions and groups of any query of the statement: WHERE, ON, GROUP BY, HAVING, FILTER and CASE. */
function constrainedColumns(statement: BoundStatement): LintColumn[] {
  return statement.blocks.flatMap((block) => {
    const { select, joins } = block;
    const grouped = [...groupingOf(block, statement).columns].flatMap(({ origin }) => origin ?? []);
    const merged = joins.flatMap(({ merged: pairs }) => pairs.flat().flatMap(({ origin }) => origin ?? []));
    const filters = nodesWhere(select.targetList, (node) => {
      if ('CaseWhen' in node) return node.CaseWhen.expr ?? null;
      return isAggregate(node) && 'FuncCall' in node ? (node.FuncCall.agg_filter ?? null) : null;
    });
    const clauses = [
      select.whereClause,
      joins.map(({ node }) => node.quals),
      select.groupClause,
      select.havingClause,
      select.distinctClause,
      filters,
    ];
    return [...originsIn(clauses, statement), ...merged, ...grouped];
  });
}

function originsIn(value: unknown, statement: BoundStatement): LintColumn[] {
  return refsIn(value, statement, 'with queries').flatMap(({ column }) => column?.origin ?? []);
}

function isSame(a: LintColumn, b: LintColumn): boolean {
  return a.table === b.table && a.column === b.column;
}

import type { ColumnRef, Node } from 'libpg-query';
import type { Block, BoundRef, BoundStatement, SourceColumn } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { isAggregate } from '../reading/aggregates';
import { rootOf } from '../reading/column-refs';
import { groupingOf, isGrouped, type Grouping } from '../reading/grouping';
import { eachNode } from '../reading/nodes';
import { sameExpression } from '../reading/same-expression';
import { quoted } from '../sql-text';

/**
 * A column of a grouped query that is neither grouped nor aggregated (PostgreSQL's parseCheckAggregates). A table
 * grouped by its key may show its other columns; so may one grouped by any unique key, which PostgreSQL refuses only if
 * that key is not the primary one.
 */
export const ungroupedColumn: LintRule = (statement, subject) =>
  statement.blocks.flatMap((block) => {
    if (block.arms || block.select.valuesLists || !isGrouped(block)) return [];
    const grouping = groupingOf(block, statement);
    const { targetList, havingClause, sortClause, distinctClause, windowClause } = block.select;
    const allowed = (column: SourceColumn) => isAllowed(column, grouping, subject);
    const read = [targetList, havingClause, sortClause, distinctClause, windowClause].flatMap((clause) =>
      refsOutside(clause, block, statement, grouping),
    );
    const wrong = read
      .filter((ref) => ref.kind === 'column' && ref.column && !allowed(ref.column))
      .map((ref) => ref.path.map(quoted).join('.'));
    const rows = read
      .filter((ref) => ref.kind === 'row' && ref.item && !ref.item.open && !ref.item.columns.every(allowed))
      .map((ref) => ref.path.map(quoted).join('.'));
    const stars = block.outputs
      .filter(({ node, column }) => node === null && column !== null && !allowed(column))
      .map(({ name }) => quoted(name));
    return [...wrong, ...rows, ...stars].map(finding);
  });

function finding(fragment: string): Finding {
  return {
    rule: 'ungrouped_column',
    severity: 'error',
    fragment,
    message: `${fragment} must appear in GROUP BY or inside an aggregate.`,
  };
}

/** References to this query's columns outside any aggregate or grouped expression, also from subqueries. */
function refsOutside(
  clause: readonly Node[] | Node | undefined,
  block: Block,
  statement: BoundStatement,
  grouping: Grouping,
): BoundRef[] {
  const found: BoundRef[] = [];
  const own = new Set(block.sources);
  eachNode(clause, ({ tag, node }) => {
    if (isAggregate(node) || tag === 'GroupingFunc') return 'past';
    if (tag !== 'ResTarget' && grouping.expressions.some((expression) => sameExpression(expression, node, statement)))
      return 'past';
    if (tag !== 'ColumnRef') return 'inside';
    const ref = statement.refs.get((node as { ColumnRef: ColumnRef }).ColumnRef);
    const source = ref?.column?.source ?? ref?.item?.columns[0]?.source;
    if (ref && ref.kind !== 'output' && source && own.has(source)) found.push(ref);
    return 'past';
  });
  return found;
}

function isAllowed(column: SourceColumn, grouping: Grouping, subject: LintSubject): boolean {
  const root = rootOf(column);
  if (grouping.columns.has(root)) return true;
  const { relation, columns } = root.source;
  if (!relation) return false;
  const keys = subject.uniqueKeys[relation.name] ?? [];
  const groupedNames = new Set(columns.filter((own) => grouping.columns.has(own)).map((own) => own.origin?.column));
  return keys.some((key) => key.length > 0 && key.every((name) => groupedNames.has(name)));
}

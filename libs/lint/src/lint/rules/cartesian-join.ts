import type { Block, BoundStatement, Source } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { aggregatesIn, functionName } from '../reading/aggregates';
import { ColumnClasses } from '../reading/column-classes';
import { equalitiesOf } from '../reading/conditions';
import { connectedSources } from '../reading/connections';
import { keysOf } from '../reading/row-keys';
import { quoted } from '../sql-text';

/** Relations whose every row is combined with every row of another: a missing condition, or an intended grid. */
export const cartesianJoin: LintRule = (statement, subject) =>
  statement.blocks.flatMap((block): Finding[] => {
    if (block.sources.length < 2) return [];
    const groups = connectedSources(block, statement).filter((group) =>
      group.some((source) => hasManyRows(source, block, statement, subject)),
    );
    const [first, second] = groups;
    if (!first || !second) return [];
    const stored = groups.filter((group) => group.some((source) => source.relation !== null));
    const fragment = groups.map((group) => group.map(({ name }) => quoted(name ?? '?')).join(' ⋈ ')).join(' × ');
    const message = `No condition ties ${groups.map((group) => group.map(({ name }) => quoted(name ?? '?')).join(', ')).join(' to ')}: every row would meet every row.`;
    return [
      {
        rule: 'cartesian_join',
        severity:
          stored.length > 1 && !ignoresRepeats(block) && !comparesRows(stored, block, statement) ? 'error' : 'doubt',
        fragment,
        message,
      },
    ];
  });

/** Whether the query returns only figures that repeated rows do not change. */
function ignoresRepeats({ select }: Block): boolean {
  const calls = aggregatesIn(select.targetList).flatMap((node) => ('FuncCall' in node ? [node.FuncCall] : []));
  return (
    !select.groupClause &&
    calls.length > 0 &&
    calls.every((call) => call.agg_distinct || ['min', 'max'].includes(functionName(call)))
  );
}

/** Named rows of one relation side by side, for example the ratio of two places' heights. */
function comparesRows(groups: readonly Source[][], block: Block, statement: BoundStatement): boolean {
  const relations = new Set(groups.flatMap((group) => group.map(({ relation }) => relation)));
  const fixed = equalitiesOf(block, statement).filter(({ right }) => right === null);
  return (
    relations.size === 1 &&
    groups.every((group) => group.some((source) => fixed.some(({ left }) => left.source === source)))
  );
}

/** Functions and VALUES make intended grids; a row fixed by its key, or a figure over a whole table, matches once. */
function hasManyRows(source: Source, block: Block, statement: BoundStatement, subject: LintSubject): boolean {
  if (!readsStored(source, new Set()) || isNamedRow(source, statement)) return false;
  const classes = new ColumnClasses(equalitiesOf(block, statement));
  return !keysOf(source, statement, subject).some((key) =>
    key.every((position) => source.columns[position] !== undefined && classes.isFixed(source.columns[position])),
  );
}

/** A query by name: nearly always one row, and never the whole table. */
function isNamedRow({ query }: Source, statement: BoundStatement): boolean {
  return (
    query !== null && query.sources.length === 1 && equalitiesOf(query, statement).some(({ right }) => right === null)
  );
}

function readsStored(source: Source, seen: Set<Block>): boolean {
  return source.relation !== null || (source.query !== null && blockReadsStored(source.query, seen));
}

function blockReadsStored(block: Block, seen: Set<Block>): boolean {
  if (seen.has(block)) return false;
  seen.add(block);
  return [
    ...block.sources.map((source) => readsStored(source, seen)),
    ...(block.arms ?? []).map((arm) => blockReadsStored(arm, seen)),
  ].some(Boolean);
}

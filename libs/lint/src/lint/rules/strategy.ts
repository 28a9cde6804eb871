import type { Block, BoundStatement, Output } from '../bind/bound-query';
import type { Finding, Severity } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { aggregatesIn, functionName, isWindowCall } from '../reading/aggregates';
import { columnKind } from '../reading/column-kind';
import { comparisonsIn } from '../reading/comparisons';
import { isOperator } from '../reading/conditions';
import { isGrouped } from '../reading/grouping';
import { nodesWhere } from '../reading/nodes';
import { originKey } from '../reading/pattern-tests';
import { isSingleRow } from '../reading/row-keys';

type Check = (statement: BoundStatement, subject: LintSubject) => { severity: Severity; message: string } | null;

/** The checks of each strategy. */
const CHECKS: Readonly<Record<NonNullable<LintSubject['strategy']>, readonly Check[]>> = {
  summary: [listsRows, packsRows],
  spatial: [measuresNothing, isUnordered],
  coverage: [leavesSourceOut],
  detail: [isUnordered],
};

/** The statement does not match its strategy: a list instead of a figure, nearby places without a distance. */
export const strategyFollowed: LintRule = (statement, subject): Finding[] => {
  const { strategy } = subject;
  const checks = strategy === null ? [] : CHECKS[strategy];
  return checks.flatMap((check) => {
    const fault = check(statement, subject);
    return fault ? [{ rule: 'strategy', fragment: strategy ?? '', ...fault }] : [];
  });
};

/** Rows without any aggregation. A figure looked up for a named thing counts as a figure. */
function listsRows(statement: BoundStatement, subject: LintSubject): ReturnType<Check> {
  const { root } = statement;
  if (aggregatesSomewhere(root, new Set()) || isSingleRow(root) || root.open) return null;
  const fixed = comparisonsIn(statement).flatMap(({ operator, column }) =>
    operator === '=' && column.origin ? [originKey(column.origin)] : [],
  );
  const shown = root.outputs.filter(({ column }) => !column?.origin || !fixed.includes(originKey(column.origin)));
  if (fixed.length > 0 && shown.length > 0 && shown.every((output) => isFigure(output, subject))) return null;
  // Things with a computed figure, or ranked by one, may be intended: the strategy is inferred from words.
  const severity = root.outputs.some(isComputed) || isRanked(statement, subject) ? 'doubt' : 'error';
  return {
    severity,
    message: 'The question asks for a figure: aggregate (count, sum, avg) instead of returning the rows.',
  };
}

const isComputed = ({ column, node }: Output): boolean => column === null && node !== null && !('A_Const' in node);

/** Sorted by a figure that is not a key. */
function isRanked({ root, refs }: BoundStatement, subject: LintSubject): boolean {
  const [first] = root.select.sortClause ?? [];
  const key = first && 'SortBy' in first ? first.SortBy.node : undefined;
  const bound = key && 'ColumnRef' in key ? refs.get(key.ColumnRef) : undefined;
  const column = bound?.column ?? bound?.output?.column ?? null;
  const origin = column?.origin;
  const isKey =
    origin !== undefined &&
    origin !== null &&
    (subject.uniqueKeys[origin.table] ?? []).some((columns) => columns.includes(origin.column));
  return column !== null && !isKey && isFigure({ name: column.name, node: null, column }, subject);
}

function isFigure({ column, node }: Output, { casts }: LintSubject): boolean {
  if (!column) return node !== null && !('A_Const' in node);
  const { origin } = column;
  if (!origin) return true;
  return (
    ['integer', 'numeric'].includes(columnKind(origin.type)) ||
    casts.some((cast) => originKey(cast) === originKey(origin))
  );
}

function aggregatesSomewhere(block: Block, seen: Set<Block>): boolean {
  if (seen.has(block)) return false;
  seen.add(block);
  if (isGrouped(block) || block.select.distinctClause !== undefined) return true;
  const windows = nodesWhere(block.select.targetList, (node) => (isWindowCall(node) ? node : null));
  const subqueries = nodesWhere(block.select.targetList, (node) => ('SubLink' in node ? node : null));
  if (windows.length > 0 || subqueries.length > 0) return true;
  const read = [...block.sources.flatMap(({ query }) => query ?? []), ...(block.arms ?? [])];
  return read.some((inner) => aggregatesSomewhere(inner, seen));
}

/** `json_agg(…)` of whole rows is a list in one cell. */
function packsRows({ root }: BoundStatement): ReturnType<Check> {
  const calls = aggregatesIn(root.select.targetList);
  const packing = calls.filter(
    (node) => 'FuncCall' in node && ['json_agg', 'jsonb_agg', 'array_agg'].includes(functionName(node.FuncCall)),
  );
  if (packing.length === 0 || packing.length < calls.length || root.select.groupClause) return null;
  return { severity: 'error', message: 'The question asks for a figure, not for the rows packed into one value.' };
}

const SPATIAL_TESTS: ReadonlySet<string> = new Set([
  'st_dwithin',
  'st_dfullywithin',
  'st_distance',
  'st_distancesphere',
  'st_distancespheroid',
  'st_3ddistance',
  'st_contains',
  'st_within',
  'st_covers',
  'st_coveredby',
  'st_intersects',
]);

function measuresNothing({ root }: BoundStatement): ReturnType<Check> {
  const measured = nodesWhere(root.select, (node) => (isSpatial(node) ? node : null), 'with queries');
  return measured.length > 0
    ? null
    : {
        severity: 'doubt',
        message: 'The question is about places near each other: measure with ST_DWithin or ST_Distance.',
      };
}

function isSpatial(node: Parameters<typeof isOperator>[0]): boolean {
  if ('FuncCall' in node) return SPATIAL_TESTS.has(functionName(node.FuncCall));
  return isOperator(node, ['<->', '<#>', '&&']);
}

function isUnordered({ root }: BoundStatement): ReturnType<Check> {
  const ordered = (block: Block) =>
    block.select.sortClause !== undefined ||
    nodesWhere(block.select.targetList, (node) => ('FuncCall' in node && node.FuncCall.agg_order ? node : null))
      .length > 0;
  const inner = root.sources.length === 1 ? (root.sources[0]?.query ?? null) : null;
  if (ordered(root) || isSingleRow(root) || (inner !== null && ordered(inner))) return null;
  return { severity: 'doubt', message: 'The rows should come in an order: best or nearest first, NULLS LAST.' };
}

/** An entity in two tables must be covered by both, including rows of only one of them. */
function leavesSourceOut(statement: BoundStatement, { twins }: LintSubject): ReturnType<Check> {
  const read = new Set(
    statement.blocks.flatMap(({ sources }) => sources.flatMap(({ relation }) => relation?.name ?? [])),
  );
  const touched = twins.filter((pair) => pair.some((table) => read.has(table)));
  if (touched.some((pair) => !pair.every((table) => read.has(table)))) {
    return {
      severity: 'doubt',
      message: 'Only one of the two tables that keep these things is read: cover both with UNION ALL.',
    };
  }
  const onlyInner =
    touched.length > 0 &&
    !statement.blocks.some(({ arms, sources }) => arms !== null || sources.some(({ optional }) => optional));
  return onlyInner
    ? {
        severity: 'doubt',
        message: 'An inner join leaves out what only one of the two tables knows: use UNION ALL of both.',
      }
    : null;
}

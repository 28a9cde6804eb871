import type { FuncCall } from 'libpg-query';
import type { Block, BoundStatement, Source } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import type { LintSubject } from '../lint-subject';
import { functionName, aggregatesIn } from '../reading/aggregates';
import { ColumnClasses } from '../reading/column-classes';
import { refsIn, rootOf } from '../reading/column-refs';
import { equalitiesOf } from '../reading/conditions';
import { determinedBy } from '../reading/fan-out';
import { groupingOf } from '../reading/grouping';
import { keysOf } from '../reading/row-keys';
import { quoted, textOf } from '../sql-text';

/** Aggregates that a repeated row changes. */
const COUNTS_ROWS: ReadonlySet<string> = new Set([
  'sum',
  'avg',
  'count',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'variance',
  'var_pop',
  'var_samp',
]);

/** The context of an aggregate. */
interface AggregateContext {
  block: Block;
  classes: ColumnClasses;
  statement: BoundStatement;
  subject: LintSubject;
}

/**
 * A sum, average or count over rows that a join repeats: the amount of an order once for each of its items. Reported
 * only if the keys of all repeating sources are known.
 */
export const fanOut: LintRule = (statement, subject) =>
  statement.blocks.flatMap((block) => {
    if (block.sources.length < 2) return [];
    const { targetList, havingClause, sortClause } = block.select;
    const calls = aggregatesIn([targetList, havingClause, sortClause]).flatMap((node) =>
      'FuncCall' in node ? [node.FuncCall] : [],
    );
    const counted = calls.filter((call) => COUNTS_ROWS.has(functionName(call)) && !call.agg_distinct);
    if (counted.length === 0) return [];
    const classes = classesOf(block, statement);
    return counted.flatMap((call) => judge(call, { block, classes, statement, subject }));
  });

/** In one group the grouped columns have one value. */
function classesOf(block: Block, statement: BoundStatement): ColumnClasses {
  const classes = new ColumnClasses(equalitiesOf(block, statement));
  for (const column of groupingOf(block, statement).columns) classes.fix(column);
  return classes;
}

function judge(call: FuncCall, context: AggregateContext): Finding[] {
  if (call.agg_star) return judgeRows(call, context);
  const { block, statement } = context;
  const refs = refsIn(call.args, statement, 'with queries');
  const sources = [
    ...new Set(refs.flatMap(({ column, item }) => column?.source ?? item?.columns[0]?.source ?? [])),
  ].filter((source) => block.sources.includes(source));
  const [source] = sources;
  // A product of both sides is of the joined row: only a value of one side is repeated by the other.
  if (!source || sources.length > 1) return [];
  const by = multipliers(source, context);
  const countsOther = functionName(call) === 'count' && by.length === 1 && isOneRow(source, context);
  if (by.length === 0 || countsOther) return [];
  const fragment = textOf({ FuncCall: call });
  const names = by.map(({ name }) => quoted(name ?? '?')).join(', ');
  const message = `One row of ${quoted(source.name ?? '?')} meets several of ${names}, so ${fragment} counts it several times. Aggregate before joining.`;
  return [{ rule: 'fan_out', severity: severityOf(call, source, by, context), fragment, message }];
}

/** `count(*)` counts the rows of the join, which may or may not be what was asked for. */
function judgeRows(call: FuncCall, context: AggregateContext): Finding[] {
  const [first] = context.block.sources;
  const by = first ? multipliers(first, context) : [];
  if (!first || by.length === 0 || (by.length === 1 && isOneRow(first, context))) return [];
  const names = by.map(({ name }) => quoted(name ?? '?')).join(', ');
  const message = `count(*) counts pairs: one row of ${quoted(first.name ?? '?')} meets several of ${names}.`;
  return [{ rule: 'fan_out', severity: 'doubt', fragment: textOf({ FuncCall: call }), message }];
}

/** True if every group contains one row of the source: then the repeating rows are counted on purpose. */
function isOneRow(source: Source, { classes, statement, subject }: AggregateContext): boolean {
  return keysOf(source, statement, subject).some((key) =>
    key.every((position) => source.columns[position] !== undefined && classes.isFixed(source.columns[position])),
  );
}

/** Sources that certainly repeat this one's rows: their keys are known, and not all of them are determined. */
function multipliers(source: Source, { block, classes, statement, subject }: AggregateContext): Source[] {
  const determined = determinedBy(source, block, classes, statement, subject);
  const paired = (one: Source, other: Source) =>
    subject.twins.some((pair) => pair.includes(one.relation?.name ?? '') && pair.includes(other.relation?.name ?? ''));
  return block.sources.filter((other) => {
    if (determined.has(other) || paired(source, other) || keysOf(other, statement, subject).length === 0) return false;
    return [...determined].some((one) => isManySideOf(one, other, classes, subject));
  });
}

/** True if a known join leads from the other source to this one: many rows there, one here. */
function isManySideOf(source: Source, other: Source, classes: ColumnClasses, subject: LintSubject): boolean {
  return subject.joins.some(({ from, to }) => {
    const [many, one] = [originColumns(other, from.table, from.columns), originColumns(source, to.table, to.columns)];
    return (
      many.length > 0 &&
      many.length === one.length &&
      many.every((column, i) => one[i] !== undefined && classes.areEqual(column, one[i]))
    );
  });
}

function originColumns(source: Source, table: string, columns: readonly string[]): Source['columns'] {
  const found = columns.map((name) =>
    source.columns.find(({ origin }) => origin?.table === table && origin.column === name),
  );
  return found.flatMap((column) => (column ? [rootOf(column)] : []));
}

/**
 * "The cost of every sale" reads a car's cost once for each sale on purpose: such statements start from the many side,
 * or calculate with both sides in one expression. Two many sides that repeat each other are never intended.
 */
function severityOf(
  call: FuncCall,
  source: Source,
  by: readonly Source[],
  context: AggregateContext,
): Finding['severity'] {
  const { block, classes, statement, subject } = context;
  if (functionName(call) === 'count') return 'doubt';
  if (!by.every((other) => determinedBy(other, block, classes, statement, subject).has(source))) return 'error';
  const startsThere = by.every((other) => block.sources.indexOf(other) < block.sources.indexOf(source));
  const reckons = block.outputs.some(({ node }) => {
    const calls = aggregatesIn(node);
    return (
      calls.some((one) => 'FuncCall' in one && one.FuncCall === call) &&
      calls.some((one) => refsIn(one, statement).some(({ column }) => column && by.includes(column.source)))
    );
  });
  return startsThere || reckons || averagesByThem(call, source, context) ? 'doubt' : 'error';
}

/** The average age by course taken: repeated participants weigh slightly more at worst. */
function averagesByThem(
  call: FuncCall,
  source: Source,
  { block, classes, statement, subject }: AggregateContext,
): boolean {
  const determined = determinedBy(source, block, classes, statement, subject);
  return (
    functionName(call) === 'avg' &&
    [...groupingOf(block, statement).columns].some((column) => !determined.has(column.source))
  );
}

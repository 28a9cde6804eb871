import { type Expression, isAggregate, partsOf, walk } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { timeKindOf, type TimeKind } from './time-sql';

/**
 * Adapts the clock functions of a model's expression to the columns that they are compared with. PostgreSQL converts
 * `now()` to the session's time zone to compare it with a `timestamp` column, but such a column has wall-clock times of
 * the model's zone. A `timestamp` compared with a `timestamptz` is converted to a moment in the model's zone.
 */
export function withColumnClocks(ctx: CompileContext, expression: Expression): Expression {
  const kinds = kindsIn(ctx, expression);
  if (!kinds.has('timestamp')) return expression;
  if (!kinds.has('timestamptz')) return replaced(expression, (node) => wallClock(ctx, node));
  if (isComparing(expression)) return replaced(expression, (node) => moment(ctx, node));
  return withParts(expression, (part) => withColumnClocks(ctx, part));
}

/** The kinds of time in an expression. An explicit AT TIME ZONE turns a `timestamp` into a `timestamptz`, or back. */
function kindsIn(ctx: CompileContext, node: Expression): ReadonlySet<TimeKind | undefined> {
  if (node.kind === 'column') return new Set([timeKindOf(ctx.column(node))]);
  const kinds = partsOf(node).flatMap((part) => [...kindsIn(ctx, part)]);
  return new Set(
    hasZone(node)
      ? kinds.map((kind) => (kind === 'timestamp' ? 'timestamptz' : kind === 'timestamptz' ? 'timestamp' : kind))
      : kinds,
  );
}

/** Whether a node is `x AT TIME ZONE zone` or the same as a call: its author has chosen the zone explicitly. */
const hasZone = (node: Expression): boolean =>
  node.kind === 'zone' || (node.kind === 'call' && node.name === 'timezone');

/** Whether a node compares its parts. Any other node is adapted part by part. */
function isComparing(node: Expression): boolean {
  return (
    COMPARING.has(node.kind === 'binary' ? node.op : node.kind) &&
    !walk(node).some((part) => part.kind === 'call' && isAggregate(part.name))
  );
}

const COMPARING: ReadonlySet<string> = new Set([
  '=',
  '<>',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '-',
  'between',
  'in',
  'isDistinct',
]);

const CLOCKS: ReadonlySet<string> = new Set([
  'now',
  'current_timestamp',
  'localtimestamp',
  'transaction_timestamp',
  'statement_timestamp',
  'clock_timestamp',
]);

function wallClock(ctx: CompileContext, node: Expression): Expression | undefined {
  if (node.kind !== 'call' || node.args.length > 0) return undefined;
  if (node.name === 'current_date') return { kind: 'date', value: ctx.options.modelToday ?? ctx.options.today };
  return CLOCKS.has(node.name) ? inModelZone(ctx, { kind: 'call', name: 'now', distinct: false, args: [] }) : undefined;
}

function moment(ctx: CompileContext, node: Expression): Expression | undefined {
  return node.kind === 'column' && timeKindOf(ctx.column(node)) === 'timestamp' ? inModelZone(ctx, node) : undefined;
}

/** `timezone(zone, x)` is `x AT TIME ZONE zone`: a moment as wall-clock time, or a wall-clock time as moment. */
const inModelZone = (ctx: CompileContext, node: Expression): Expression => ({
  kind: 'call',
  name: 'timezone',
  distinct: false,
  args: [{ kind: 'string', value: ctx.model.timezone }, node],
});

function replaced(node: Expression, by: (node: Expression) => Expression | undefined): Expression {
  return hasZone(node) ? node : (by(node) ?? withParts(node, (part) => replaced(part, by)));
}

/** A copy of the node with each part replaced by `change`. */
function withParts(node: Expression, change: (part: Expression) => Expression): Expression {
  return changed(node, change, true) as Expression;
}

function changed(value: unknown, change: (part: Expression) => Expression, isWhole = false): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (typeof value !== 'object' || value === null) return value;
  if (!isWhole && 'kind' in value) return change(value as Expression);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)]));
}

import { type Expression, isAggregate, partsOf, walk } from '@querent/model';
import type { CompileContext } from '../statement/compile-context';
import { timeKindOf, type TimeKind } from './time-sql';

/**
 * A model's expression whose clocks fit the columns that they are compared with. PostgreSQL takes `now()` beside a
 * `timestamp` without zone to be the session's wall-clock time; the column holds that of the model's zone. A
 * `timestamp` beside a `timestamptz` becomes the moment that it is in the model's zone.
 */
export function withColumnClocks(ctx: CompileContext, expression: Expression): Expression {
  const kinds = kindsIn(ctx, expression);
  if (!kinds.has('timestamp')) return expression;
  if (!kinds.has('timestamptz')) return replaced(expression, (node) => wallClock(ctx, node));
  if (isComparing(expression)) return replaced(expression, (node) => moment(ctx, node));
  return withParts(expression, (part) => withColumnClocks(ctx, part));
}

/** How the parts of an expression tell time: what an explicit zone is laid on is the other kind of it. */
function kindsIn(ctx: CompileContext, node: Expression): ReadonlySet<TimeKind | undefined> {
  if (node.kind === 'column') return new Set([timeKindOf(ctx.column(node))]);
  const kinds = partsOf(node).flatMap((part) => [...kindsIn(ctx, part)]);
  return new Set(
    hasZone(node)
      ? kinds.map((kind) => (kind === 'timestamp' ? 'timestamptz' : kind === 'timestamptz' ? 'timestamp' : kind))
      : kinds,
  );
}

/** `x AT TIME ZONE zone`, or the same as a call: its author has said which clock is meant. */
const hasZone = (node: Expression): boolean =>
  node.kind === 'zone' || (node.kind === 'call' && node.name === 'timezone');

/** Whether it holds one moment against another; all else has parts with columns of their own. */
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

/**
 * `timezone(zone, x)` is `x AT TIME ZONE zone`: a moment's wall-clock time there, or the moment of a wall-clock time.
 */
const inModelZone = (ctx: CompileContext, node: Expression): Expression => ({
  kind: 'call',
  name: 'timezone',
  distinct: false,
  args: [{ kind: 'string', value: ctx.model.timezone }, node],
});

function replaced(node: Expression, by: (node: Expression) => Expression | undefined): Expression {
  return hasZone(node) ? node : (by(node) ?? withParts(node, (part) => replaced(part, by)));
}

/** The node with each of its parts as `change` makes it. */
function withParts(node: Expression, change: (part: Expression) => Expression): Expression {
  return changed(node, change, true) as Expression;
}

function changed(value: unknown, change: (part: Expression) => Expression, isWhole = false): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (typeof value !== 'object' || value === null) return value;
  if (!isWhole && 'kind' in value) return change(value as Expression);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)]));
}

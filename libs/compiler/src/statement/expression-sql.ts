import type { ColumnRef } from '@querent/contracts';
import { AGGREGATE_NAMES, AGGREGATES, type Call, type Expression, isCounted } from '@querent/model';
import type { CompileContext } from './compile-context';
import { quoteIdentifier, quoteLiteral } from './quoting';

export interface ExpressionTarget {
  column(ref: ColumnRef): string;
  /** The SQL of a whole aggregate call; undefined where aggregates are not allowed. */
  aggregate?(call: Call): string | undefined;
}

/**
 * Prints a parsed model expression as SQL. Every composite part is parenthesised. A quotient is numeric, unless an
 * interval is divided, because PostgreSQL truncates quotients of integers; it is NULL for a divisor of 0.
 */
export function expressionSql(ctx: CompileContext, node: Expression, target: ExpressionTarget): string {
  const print = (part: Expression): string => expressionSql(ctx, part, target);
  const list = (parts: readonly Expression[]): string => parts.map(print).join(', ');
  const not = (negated: boolean): string => (negated ? 'NOT ' : '');
  switch (node.kind) {
    case 'number':
      return node.text.startsWith('-') ? `(${node.text})` : node.text;
    case 'string':
      return quoteLiteral(node.value);
    case 'constant':
      return node.value.toUpperCase();
    case 'interval':
    case 'date':
      return `${node.kind} ${quoteLiteral(node.value)}`;
    case 'column':
      return target.column(node);
    case 'rows':
      return '*';
    case 'call':
      return target.aggregate?.(node) ?? rowFunction(ctx, node, node.args.map(print));
    case 'named':
      return `${quoteIdentifier(node.name)} => ${print(node.value)}`;
    case 'extract':
      return `extract(${node.field} FROM ${print(node.from)})`;
    case 'zone':
      return `(${print(node.operand)} AT TIME ZONE ${print(node.zone)})`;
    case 'unary':
      return node.op === 'not' ? `(NOT ${print(node.operand)})` : `(${node.op} ${print(node.operand)})`;
    case 'binary': {
      const [left, right] = [print(node.left), print(node.right)];
      if (node.op !== '/') return `(${left} ${node.op.toUpperCase()} ${right})`;
      return `(${left}${isLengthOfTime(ctx, node.left) ? '' : '::numeric'} / NULLIF(${right}, 0))`;
    }
    case 'quantified':
      return `(${print(node.left)} ${node.op} ${node.quantifier} (${print(node.right)}))`;
    case 'isDistinct':
      return `(${print(node.left)} IS ${not(node.negated)}DISTINCT FROM ${print(node.right)})`;
    case 'isNull':
      return `(${print(node.operand)} IS ${not(node.negated)}NULL)`;
    case 'truth':
      return `(${print(node.operand)} IS ${not(node.negated)}${node.value})`;
    case 'in':
      return `(${print(node.operand)} ${not(node.negated)}IN (${list(node.list)}))`;
    case 'between': {
      const symmetric = node.symmetric ? 'SYMMETRIC ' : '';
      const bounds = `${print(node.from)} AND ${print(node.to)}`;
      return `(${print(node.operand)} ${not(node.negated)}BETWEEN ${symmetric}${bounds})`;
    }
    case 'like':
      return `(${print(node.operand)} ${not(node.negated)}${node.caseless ? 'ILIKE' : 'LIKE'} ${print(node.pattern)})`;
    case 'case': {
      const branches = node.branches.map(({ when, then }) => `WHEN ${print(when)} THEN ${print(then)}`).join(' ');
      const subject = node.subject ? `${print(node.subject)} ` : '';
      return `CASE ${subject}${branches}${node.otherwise ? ` ELSE ${print(node.otherwise)}` : ''} END`;
    }
    case 'cast':
      return `${print(node.operand)}::${node.to}`;
    case 'collate':
      return `(${print(node.operand)} COLLATE ${node.collation.map(quoteIdentifier).join('.')})`;
    case 'array':
      return `ARRAY[${list(node.items)}]`;
    case 'row':
      return `ROW(${list(node.items)})`;
    case 'subscript':
      return `(${print(node.operand)})[${print(node.index)}]`;
  }
}

/** Clock functions that are keywords of the grammar and need no parentheses. */
const WORDS: ReadonlySet<string> = new Set(['current_time', 'current_timestamp', 'localtime', 'localtimestamp']);

function rowFunction(ctx: CompileContext, { name, system }: Call, args: readonly string[]): string {
  // "Today" is the asker's day, not the server's.
  if (name === 'current_date') return ctx.params.bind(ctx.options.today, 'date');
  if (WORDS.has(name)) return args.length === 0 ? name : `${name}(${args.join(', ')})`;
  if (system && name === 'overlaps') return `((${args.slice(0, 2).join(', ')}) OVERLAPS (${args.slice(2).join(', ')}))`;
  return `${system ? 'pg_catalog.' : ''}${name}(${args.join(', ')})`;
}

const LENGTH_FUNCTIONS: ReadonlySet<string> = new Set([
  'age',
  'make_interval',
  'justify_days',
  'justify_hours',
  'justify_interval',
  'interval',
]);

/** Functions whose result has the type of their argument. */
const KEEPS_TYPE: ReadonlySet<string> = new Set([
  ...AGGREGATE_NAMES.filter((fn) => !isCounted(fn)).flatMap((fn) => AGGREGATES[fn].calls),
  'mode',
  'coalesce',
  'greatest',
  'least',
  'nullif',
]);

/** Whether a part is an interval. An interval is divided without a cast to numeric. */
function isLengthOfTime(ctx: CompileContext, node: Expression): boolean {
  switch (node.kind) {
    case 'interval':
      return true;
    case 'cast':
      return node.to.startsWith('interval');
    case 'column':
      return ctx.column(node).type.startsWith('interval');
    case 'call':
      if (LENGTH_FUNCTIONS.has(node.name)) return true;
      return KEEPS_TYPE.has(node.name) && node.args.some((arg) => isLengthOfTime(ctx, arg));
    case 'case':
      return node.branches.some(({ then }) => isLengthOfTime(ctx, then));
    case 'unary':
      return isLengthOfTime(ctx, node.operand);
    case 'binary':
      if (node.op === '-' && isMoment(ctx, node.left)) return isMoment(ctx, node.right);
      if (isMoment(ctx, node.left) || isMoment(ctx, node.right)) return false;
      return isLengthOfTime(ctx, node.left) || isLengthOfTime(ctx, node.right);
    default:
      return false;
  }
}

/**
 * Whether a part is a timestamp. The difference of two timestamps is an interval, that of two dates a number of days.
 */
function isMoment(ctx: CompileContext, node: Expression): boolean {
  if (node.kind === 'column') return ctx.column(node).category === 'timestamp';
  if (node.kind === 'zone') return true;
  if (node.kind === 'cast') return node.to.startsWith('timestamp');
  if (node.kind === 'binary') {
    return isMoment(ctx, node.left) && isLengthOfTime(ctx, node.right);
  }
  if (node.kind !== 'call') return false;
  const isNow = node.name === 'now' || node.name === 'date_trunc' || node.name.endsWith('timestamp');
  return isNow || (KEEPS_TYPE.has(node.name) && node.args.some((arg) => isMoment(ctx, arg)));
}

import type { FuncCall, Node } from 'libpg-query';
import type { GuardLimits } from '../guard-limits';
import { GuardRefusal } from '../guard-verdict';
import { integerConstant, stringsOf, textConstant } from './node-access';
import { seriesLength } from './series-length';
import { rangeOf, type ColumnOf } from './value-range';

/** The bound of one argument. The position counts from 0; an absent argument is within bounds. */
type ArgumentBound =
  /** An integer with a known upper bound. */
  | { at: number; atMost: number }
  /** A constant with a minimum: a tolerance or a share. */
  | { at: number; atLeast: number }
  /** A constant integer: a text in its position could name a file. */
  | { at: number; wholeConstant: true }
  /** The argument must be absent. */
  | { at: number; absent: true };

/**
 * Functions whose cost depends on the value of an argument, not on the size of their input. Measured on PostgreSQL 15
 * with PostGIS 3.3: `ST_Buffer(point, 1, 10000000)` takes gigabytes, and PostGIS computations cannot be interrupted.
 */
const ARGUMENT_BOUNDS: Readonly<Record<string, readonly ArgumentBound[]>> = {
  st_transform: [
    { at: 1, wholeConstant: true },
    { at: 2, absent: true },
  ],
  st_buffer: [{ at: 2, atMost: 100 }],
  st_generatepoints: [{ at: 1, atMost: 10_000 }],
  st_minimumboundingcircle: [{ at: 1, atMost: 100 }],
  st_curvetoline: [
    { at: 1, atMost: 256 },
    { at: 2, absent: true },
  ],
  st_frechetdistance: [{ at: 2, atLeast: 0.01 }],
  st_hausdorffdistance: [{ at: 2, atLeast: 0.01 }],
  st_geohash: [{ at: 1, atMost: 20 }],
  st_geometricmedian: [{ at: 2, atMost: 1_000 }],
  st_clusterkmeans: [{ at: 1, atMost: 1_000 }],
  ntile: [{ at: 0, atMost: 1_000_000 }],
};

/** The parameter of a buffer's style that sets its number of points: the only one that could be large. */
const BUFFER_STYLE = /quad_segs\s*=\s*(\S+)/i;

/** Position of the length argument of functions that build texts. */
const LENGTHS: Readonly<Record<string, number>> = { repeat: 1, lpad: 1, rpad: 1 };

/** Shorter lengths are decoration (bars, indents, leading zeros) and do not count into a statement's growth. */
const DECORATION = 1_000;

const MAX_FORMAT_WIDTH = 1_000;

/**
 * Bounds the output size of a call. A length from data is capped in place, `LEAST(length, cap)`; a constant that is too
 * high is refused.
 *
 * @returns growth factor of the call: the values of a series, the length of a repetition; 1 for others
 * @throws GuardRefusal `unbounded_argument` if the output of a call is unbounded
 */
export function checkArguments(call: FuncCall, limits: GuardLimits, columnOf: ColumnOf): number {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  const args = call.args ?? [];
  const refuse = (problem: string): GuardRefusal => new GuardRefusal('unbounded_argument', `${name}: ${problem}`);
  for (const bound of Object.hasOwn(ARGUMENT_BOUNDS, name) ? (ARGUMENT_BOUNDS[name] ?? []) : []) {
    const problem = args.some((arg) => 'NamedArgExpr' in arg)
      ? 'named arguments'
      : problemOf(args[bound.at], bound, columnOf);
    if (problem !== null) throw refuse(problem);
  }
  if (name === 'format' && !isPlainFormat(args[0], call.func_variadic === true))
    throw refuse('the width is not a small constant');
  if (name === 'generate_series') return lengthOf(args, limits, columnOf, refuse);
  // Bounded above, and expanded to as many rows.
  if (name === 'st_generatepoints') return Math.max(1, (args[1] && constantBound(args[1], columnOf)) ?? 1);
  const at = Object.hasOwn(LENGTHS, name) ? LENGTHS[name] : undefined;
  return at === undefined ? 1 : lengthBuilt(name, call, at, limits, columnOf, refuse);
}

function problemOf(arg: Node | undefined, bound: ArgumentBound, columnOf: ColumnOf): string | null {
  if (arg === undefined) return null;
  if ('absent' in bound) return 'unusual arguments';
  if ('wholeConstant' in bound) return integerConstant(arg) === null ? 'not a constant number' : null;
  if ('atLeast' in bound) return Number(numberText(arg)) >= bound.atLeast ? null : `finer than ${bound.atLeast}`;
  const style = textConstant(arg);
  const largest = style === null || integerConstant(arg) !== null ? constantBound(arg, columnOf) : styleBound(style);
  return largest !== null && largest <= bound.atMost ? null : `more than ${bound.atMost}`;
}

/** The upper bound of a number from constants; null if there is none. */
function constantBound(arg: Node, columnOf: ColumnOf): number | null {
  const range = rangeOf(arg, columnOf);
  return range === null || range.stored || !Number.isFinite(range.high) ? null : range.high;
}

/** A buffer's style is a text; without a number of segments it has PostGIS's default of eight. */
function styleBound(style: string): number | null {
  const written = BUFFER_STYLE.exec(style)?.[1];
  return written === undefined
    ? 8
    : /^\d{1,9}$/.test(written) && style.match(/quad_segs/gi)?.length === 1
      ? Number(written)
      : null;
}

function numberText(node: Node): string | undefined {
  if ('TypeCast' in node) return node.TypeCast.arg && numberText(node.TypeCast.arg);
  if (!('A_Const' in node)) return undefined;
  return (
    node.A_Const.fval?.fval ??
    node.A_Const.sval?.sval ??
    (node.A_Const.ival ? String(node.A_Const.ival.ival ?? 0) : undefined)
  );
}

/** `%10s` is allowed, `%*s` and `%900000000s` are not: a width builds a text of that length. */
function isPlainFormat(node: Node | undefined, variadic: boolean): boolean {
  const text = textConstant(node);
  if (text === null || variadic) return text !== null && !/%[^%sIL]*[*\d]/.test(text);
  return [...text.matchAll(/%(?:\d+\$)?-?(\*|\d+)?/g)].every(
    ([, width]) => width === undefined || (width !== '*' && Number(width) <= MAX_FORMAT_WIDTH),
  );
}

function lengthOf(
  args: readonly Node[],
  limits: GuardLimits,
  columnOf: ColumnOf,
  refuse: (problem: string) => GuardRefusal,
): number {
  const length = seriesLength(args, columnOf);
  if ('problem' in length) throw refuse(length.problem);
  if (!Number.isFinite(length.values) || length.values > limits.maxSeriesLength)
    throw refuse(`more than ${limits.maxSeriesLength} values`);
  return Math.max(1, length.values);
}

function lengthBuilt(
  name: string,
  call: FuncCall,
  at: number,
  limits: GuardLimits,
  columnOf: ColumnOf,
  refuse: (problem: string) => GuardRefusal,
): number {
  const args = call.args ?? [];
  const unit = Math.max(textConstant(args[0])?.length ?? 1, 1);
  const arg = args[at];
  if (arg === undefined) return 1;
  const largest = Math.floor(limits.maxRepeat / unit);
  const length = constantBound(arg, columnOf);
  // A bar of one character is as long as its cap; a repetition of unknown text grows by its factor.
  const repeatsUnknown = name === 'repeat' && textConstant(args[0]) === null;
  if (length === null) {
    const cap = repeatsUnknown ? DECORATION : largest;
    call.args = args.map((other, i) =>
      i === at ? { MinMaxExpr: { op: 'IS_LEAST', args: [arg, { A_Const: { ival: { ival: cap } } }] } } : other,
    );
    return repeatsUnknown ? cap : 1;
  }
  if (length > largest) throw refuse(`longer than ${limits.maxRepeat}`);
  const isData = 'MinMaxExpr' in arg && !repeatsUnknown;
  return length >= DECORATION && !isData ? length : 1;
}

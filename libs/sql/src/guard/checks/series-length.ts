import type { Node } from 'libpg-query';
import { integerConstant, stringsOf, textConstant } from './node-access';
import { intervalSeconds, spanOf, timeRange } from './time-range';
import { rangeOf, type ColumnOf, type ValueRange } from './value-range';

/** Minimum step between non-constant bounds: decades of days are cheap, decades of seconds are not. */
const MIN_OPEN_STEP_SECONDS = 3_600;

/** Assumed length of a series between stored values: years on record, days of a year, lines of an order. */
const DATA_VALUES = 100;

/**
 * The length of a series from constants and, with stored values in its bounds, from how far constants shift it beyond
 * them; or why the length is unknown.
 */
export type SeriesLength = { values: number } | { problem: string };

/** The length of `generate_series(from, to, step)`. */
export function seriesLength(args: readonly Node[], columnOf: ColumnOf): SeriesLength {
  if (args.some((arg) => 'NamedArgExpr' in arg)) return { problem: 'named arguments' };
  const [from, to, step] = args;
  const seconds = stepSeconds(step);
  if (seconds !== null) {
    const isOpen = [from, to].some((bound) => timeRange(bound, columnOf)?.stored !== false);
    if (seconds === 0) return { problem: 'step is not a constant' };
    if (isOpen && Math.abs(seconds) < MIN_OPEN_STEP_SECONDS) return { problem: 'step too fine for open bounds' };
    return lengthBetween(timeRange(from, columnOf), timeRange(to, columnOf), seconds, Date.now() / 1_000);
  }
  const [start, end] = [rangeOf(from, columnOf), rangeOf(to, columnOf)];
  const width = step === undefined ? 1 : numericConstant(step);
  const isOpen = start?.stored === true || end?.stored === true;
  if (width === null || width === 0 || (isOpen && !Number.isInteger(width)))
    return { problem: 'step is not a constant' };
  return lengthBetween(start, end, width, 0);
}

/** @param now reference point of stored values: zero for numbers, the present for times */
function lengthBetween(from: ValueRange | null, to: ValueRange | null, step: number, now: number): SeriesLength {
  if (from === null || to === null) return { problem: 'bounds are not constant' };
  const at = ({ stored }: ValueRange): number => (stored ? now : 0);
  const span = step > 0 ? to.high + at(to) - from.low - at(from) : from.high + at(from) - to.low - at(to);
  const values = Math.floor(span / Math.abs(step)) + 1;
  return { values: from.stored || to.stored ? Math.max(DATA_VALUES, values) : values };
}

/** The seconds of an interval's step; null for a number's, or without a step. */
function stepSeconds(step: Node | undefined): number | null {
  if (step === undefined) return null;
  if ('TypeCast' in step && stringsOf(step.TypeCast.typeName?.names)?.at(-1) === 'interval') return constantSpan(step);
  if (numericConstant(step) !== null) return null;
  if ('A_Const' in step) return intervalSeconds(textConstant(step)) ?? 0;
  return 'FuncCall' in step || 'A_Expr' in step ? constantSpan(step) : null;
}

/** Zero (invalid) if an interval is not a constant. */
function constantSpan(step: Node): number {
  const span = spanOf(step, () => null);
  return span !== null && !span.stored && span.low === span.high ? span.low : 0;
}

function numericConstant(node: Node): number | null {
  const integer = integerConstant(node);
  if (integer !== null) return integer;
  if ('A_Const' in node && node.A_Const.fval?.fval) return Number(node.A_Const.fval.fval);
  return null;
}

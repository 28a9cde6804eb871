import type { FuncCall, Node } from 'libpg-query';
import type { GuardLimits } from './guard-limits';
import { GuardRefusal } from './guard-verdict';
import { integerConstant, stringsOf, textConstant } from './node-access';

/** Functions whose cost is in their arguments, with the rule that bounds it. */
const ARGUMENT_RULES: Readonly<Record<string, (args: readonly Node[], limits: GuardLimits) => string | null>> = {
  generate_series: seriesProblem,
  repeat: lengthProblem,
  lpad: lengthProblem,
  rpad: lengthProblem,
  st_transform: projectionProblem,
  generate_subscripts: () => null,
};

const INTERVAL_SECONDS: ReadonlyArray<[RegExp, number]> = [
  [/^(y|yr|yrs|year|years)$/, 31_536_000],
  [/^(mon|mons|month|months)$/, 2_592_000],
  [/^(w|week|weeks)$/, 604_800],
  [/^(d|day|days)$/, 86_400],
  [/^(h|hr|hrs|hour|hours)$/, 3_600],
  [/^(m|min|mins|minute|minutes)$/, 60],
  [/^(s|sec|secs|second|seconds)$/, 1],
];

const DATE_FIELD = /^(year|isoyear|quarter|month|week|day|dow|isodow|doy|hour|minute|second)$/i;
const LARGEST_DATE_FIELD = 9_999;

/** A step between moving bounds may not be finer than this: decades of days are nothing, decades of seconds are. */
const MIN_OPEN_STEP_SECONDS = 3_600;

/** @throws GuardRefusal `unbounded_argument` where a call could produce without bound. */
export function checkArguments(call: FuncCall, limits: GuardLimits): void {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  const problem = Object.hasOwn(ARGUMENT_RULES, name) ? ARGUMENT_RULES[name]?.(call.args ?? [], limits) : null;
  if (problem) throw new GuardRefusal('unbounded_argument', `${name}: ${problem}`);
}

function seriesProblem(args: readonly Node[], limits: GuardLimits): string | null {
  if (args.some((arg) => 'NamedArgExpr' in arg)) return 'named arguments';
  const [from, to, step] = args;
  const start = boundedInteger(from);
  const end = boundedInteger(to);
  if (start !== null && end !== null) {
    const width = step === undefined ? 1 : numericConstant(step);
    if (width === null || width === 0) return 'step is not a constant';
    return lengthAbove((end - start) / width, limits);
  }
  const seconds = step === undefined ? null : intervalSeconds(textConstant(intervalLiteral(step)));
  if (seconds === null) return 'bounds are not constant';
  const startTime = timeConstant(from);
  const endTime = timeConstant(to);
  if (startTime !== null && endTime !== null) return lengthAbove((endTime - startTime) / 1000 / seconds, limits);
  if ([from, to].some((bound) => textConstant(bound)?.match(/infinity|\d{5,}/i))) return 'endless bound';
  return Math.abs(seconds) >= MIN_OPEN_STEP_SECONDS ? null : 'step too fine for open bounds';
}

function lengthAbove(length: number, limits: GuardLimits): string | null {
  return Number.isFinite(length) && length <= limits.maxSeriesLength ? null : `more than ${limits.maxSeriesLength} values`;
}

function lengthProblem(args: readonly Node[], limits: GuardLimits): string | null {
  const length = integerConstant(args[1]);
  const unit = textConstant(args[0])?.length ?? 1;
  if (length === null) return 'length is not a constant';
  return length * Math.max(unit, 1) <= limits.maxRepeat ? null : `longer than ${limits.maxRepeat}`;
}

/** A projection by text can name grid files of the server. */
function projectionProblem(args: readonly Node[]): string | null {
  return args.length === 2 && integerConstant(args[1]) !== null ? null : 'projection is not a constant number';
}

/** A constant, or a field of a date, which is no larger than a year. */
function boundedInteger(node: Node | undefined): number | null {
  if (node && 'TypeCast' in node) return boundedInteger(node.TypeCast.arg);
  if (!node || !('FuncCall' in node)) return integerConstant(node);
  const name = stringsOf(node.FuncCall.funcname)?.at(-1) ?? '';
  const isDateField = ['extract', 'date_part'].includes(name) && DATE_FIELD.test(textConstant(node.FuncCall.args?.[0]) ?? '');
  return isDateField ? LARGEST_DATE_FIELD : null;
}

function numericConstant(node: Node): number | null {
  const integer = integerConstant(node);
  if (integer !== null) return integer;
  if ('A_Const' in node && node.A_Const.fval?.fval) return Number(node.A_Const.fval.fval);
  return null;
}

function timeConstant(node: Node | undefined): number | null {
  const text = textConstant(node);
  const time = text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.slice(0, 10)) : NaN;
  return Number.isNaN(time) ? null : time;
}

/** `interval '1 day'` and `'1 day'`; also `interval '1' day`, whose unit sits in the modifier, as one day. */
function intervalLiteral(step: Node): Node | undefined {
  if (!('TypeCast' in step)) return step;
  const type = stringsOf(step.TypeCast.typeName?.names)?.at(-1);
  return type === 'interval' ? step.TypeCast.arg : undefined;
}

/** Seconds of a plain interval text such as `1 day` or `-2 hours`, roughly; null for anything unusual. */
function intervalSeconds(text: string | null): number | null {
  const parts = text?.trim().toLowerCase().match(/^([-+]?\d+(?:\.\d+)?)\s*([a-z]+)$/);
  const amount = Number(parts?.[1]);
  const unit = INTERVAL_SECONDS.find(([pattern]) => pattern.test(parts?.[2] ?? ''));
  return unit && amount !== 0 && !Number.isNaN(amount) ? amount * unit[1] : null;
}

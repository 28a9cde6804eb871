import type { Node } from 'libpg-query';
import { integerConstant, stringsOf, textConstant } from './node-access';
import { isRecord } from './tree-walk';
import { upperBound } from './upper-bound';

const INTERVAL_SECONDS: ReadonlyArray<[RegExp, number]> = [
  [/^(y|yr|yrs|year|years)$/, 31_536_000],
  [/^(mon|mons|month|months)$/, 2_592_000],
  [/^(w|week|weeks)$/, 604_800],
  [/^(d|day|days)$/, 86_400],
  [/^(h|hr|hrs|hour|hours)$/, 3_600],
  [/^(m|min|mins|minute|minutes)$/, 60],
  [/^(s|sec|secs|second|seconds)$/, 1],
];

/** A step between moving bounds may not be finer than this: decades of days are nothing, decades of seconds are. */
const MIN_OPEN_STEP_SECONDS = 3_600;

/** Sizes of a stored value, which are as small as the value. */
const SIZE_FUNCTIONS: ReadonlySet<string> = new Set(
  'array_length array_upper array_lower cardinality json_array_length jsonb_array_length length char_length min max extract date_part floor ceil round'.split(' '),
);

/** How many values a series gives: a number where constants tell, `data` where stored values do, else what is wrong with it. */
export type SeriesLength = { values: number } | { values: 'data' } | { problem: string };

/** The length of `generate_series(from, to, step)`, or what keeps it from being known. */
export function seriesLength(args: readonly Node[]): SeriesLength {
  if (args.some((arg) => 'NamedArgExpr' in arg)) return { problem: 'named arguments' };
  const [from, to, step] = args;
  const start = upperBound(from);
  const end = upperBound(to);
  if (start !== null && end !== null) {
    const width = step === undefined ? 1 : numericConstant(step);
    if (width === null || width === 0) return { problem: 'step is not a constant' };
    return { values: (end - start) / width };
  }
  const seconds = step === undefined ? null : intervalSeconds(textConstant(intervalLiteral(step)));
  if (seconds === null) return wholeSeries(from, to, step);
  const startTime = timeConstant(from);
  const endTime = timeConstant(to);
  if (startTime !== null && endTime !== null) return { values: (endTime - startTime) / 1000 / seconds };
  if (textsIn([from, to]).some((text) => /infinity|\d{5,}/i.test(text))) return { problem: 'endless bound' };
  return Math.abs(seconds) >= MIN_OPEN_STEP_SECONDS ? { values: 'data' } : { problem: 'step too fine for open bounds' };
}

/** Whole numbers that stored values give: `1` to the length of an array, the first year on record to the last. */
function wholeSeries(from: Node | undefined, to: Node | undefined, step: Node | undefined): SeriesLength {
  if (step !== undefined && (integerConstant(step) ?? 0) === 0) return { problem: 'step is not a constant' };
  const known = [from, to].every((bound) => upperBound(bound) !== null || isStored(bound));
  return known ? { values: 'data' } : { problem: 'bounds are not constant' };
}

function isStored(node: Node | undefined): boolean {
  if (!node) return false;
  if ('ColumnRef' in node) return true;
  if ('TypeCast' in node) return isStored(node.TypeCast.arg);
  if ('CoalesceExpr' in node) return (node.CoalesceExpr.args ?? []).every((arg) => isStored(arg) || upperBound(arg) !== null);
  if ('FuncCall' in node) {
    const name = stringsOf(node.FuncCall.funcname)?.at(-1) ?? '';
    return SIZE_FUNCTIONS.has(name) && (node.FuncCall.args ?? []).every((arg) => isStored(arg) || textConstant(arg) !== null || upperBound(arg) !== null);
  }
  if ('A_Expr' in node) {
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    const additive = kind === 'AEXPR_OP' && ['+', '-'].includes(stringsOf(name)?.at(-1) ?? '');
    return additive && [lexpr, rexpr].every((part) => isStored(part) || upperBound(part) !== null);
  }
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK') return isStoredQuery(node.SubLink.subselect);
  return false;
}

function isStoredQuery(node: Node | undefined): boolean {
  if (!node || !('SelectStmt' in node)) return false;
  const { targetList, fromClause = [] } = node.SelectStmt;
  const [target] = targetList ?? [];
  return fromClause.every((item) => 'RangeVar' in item || 'JoinExpr' in item) && target !== undefined && 'ResTarget' in target && isStored(target.ResTarget.val);
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

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  const own = typeof value['sval'] === 'string' ? [value['sval']] : [];
  return [...own, ...Object.values(value).flatMap(textsIn)];
}

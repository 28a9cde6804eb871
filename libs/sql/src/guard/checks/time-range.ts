import type { FuncCall, Node } from 'libpg-query';
import { stringsOf, textConstant } from './node-access';
import { ofColumn, ofQuery, productOf, rangeOf, sumOf, unionOf, type ColumnOf, type ValueRange } from './value-range';

const DAY = 86_400;
const YEAR = 31_556_952;

const UNIT_SECONDS: ReadonlyArray<[RegExp, number]> = [
  [/^(y|yr|yrs|year|years)$/, YEAR],
  [/^(mon|mons|month|months)$/, 30 * DAY],
  [/^(w|week|weeks)$/, 7 * DAY],
  [/^(d|day|days)$/, DAY],
  [/^(h|hr|hrs|hour|hours)$/, 3_600],
  [/^(m|min|mins|minute|minutes)$/, 60],
  [/^(s|sec|secs|second|seconds)$/, 1],
];

/** Parameters of make_interval in order, in seconds. */
const MADE_OF = [
  ['years', YEAR],
  ['months', 30 * DAY],
  ['weeks', 7 * DAY],
  ['days', DAY],
  ['hours', 3_600],
  ['mins', 60],
  ['secs', 1],
] as const;

/** The largest shift of date_trunc, in seconds. */
const TRUNCATED: Readonly<Record<string, number>> = {
  decade: 10 * YEAR,
  century: 100 * YEAR,
  millennium: 1_000 * YEAR,
};

const NOW: ValueRange = { low: 0, high: 0, stored: true };
const CLOCKS: ReadonlySet<string> = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']);
const SAME: ReadonlySet<string> = new Set([
  'min',
  'max',
  'date',
  'timestamp',
  'timestamptz',
  'unnest',
  'any_value',
  'first_value',
  'last_value',
]);

/**
 * The range of a point in time, in seconds, if the tree determines it. `stored` includes today: then `low` and `high`
 * are the shift by constants. Null: unknown.
 */
export function timeRange(node: Node | undefined, columnOf: ColumnOf): ValueRange | null {
  const of = (part: Node | undefined): ValueRange | null => timeRange(part, columnOf);
  if (!node) return null;
  if ('A_Const' in node) return ofText(textConstant(node));
  if ('ParamRef' in node || 'SQLValueFunction' in node) return NOW;
  if ('TypeCast' in node) return of(node.TypeCast.arg);
  if ('ColumnRef' in node) return ofColumn(columnOf(node.ColumnRef), of);
  if ('CoalesceExpr' in node) return unionOf((node.CoalesceExpr.args ?? []).map(of));
  if ('MinMaxExpr' in node) return unionOf((node.MinMaxExpr.args ?? []).map(of));
  if ('CaseExpr' in node)
    return unionOf([
      ...(node.CaseExpr.args ?? []).map((when) => ('CaseWhen' in when ? of(when.CaseWhen.result) : null)),
      ...(node.CaseExpr.defresult ? [of(node.CaseExpr.defresult)] : []),
    ]);
  if ('SubLink' in node) return ofQuery(node, of);
  if ('FuncCall' in node) return ofCall(node.FuncCall, of, columnOf);
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return null;
  const { name, lexpr, rexpr } = node.A_Expr;
  const symbol = stringsOf(name)?.at(-1);
  if (symbol !== '+' && symbol !== '-') return null;
  const [left, right] = [of(lexpr), of(rexpr)];
  if (symbol === '+' && right !== null && left === null) return sumOf(right, spanOf(lexpr, columnOf), 1);
  return sumOf(left, spanOf(rexpr, columnOf), symbol === '+' ? 1 : -1);
}

/** The seconds of an interval, or of days added to a date. */
export function spanOf(node: Node | undefined, columnOf: ColumnOf): ValueRange | null {
  const of = (part: Node | undefined): ValueRange | null => spanOf(part, columnOf);
  if (!node) return null;
  if ('TypeCast' in node && textConstant(node) !== null) {
    const unit = unitOf(node.TypeCast.typeName?.typmods?.[0]);
    const seconds = intervalSeconds(textConstant(node), unit);
    return seconds === null ? null : { low: seconds, high: seconds, stored: false };
  }
  if ('A_Const' in node && node.A_Const.sval) {
    const seconds = intervalSeconds(node.A_Const.sval.sval ?? '');
    return seconds === null ? null : { low: seconds, high: seconds, stored: false };
  }
  const days = rangeOf(node, columnOf);
  if (days !== null) return { ...days, low: days.low * DAY, high: days.high * DAY };
  if ('CoalesceExpr' in node) return unionOf((node.CoalesceExpr.args ?? []).map(of));
  if ('FuncCall' in node) return ofMadeInterval(node.FuncCall, columnOf);
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return null;
  const { name, lexpr, rexpr } = node.A_Expr;
  const symbol = stringsOf(name)?.at(-1);
  if (symbol === '*') return spanProduct(lexpr, rexpr, columnOf) ?? spanProduct(rexpr, lexpr, columnOf);
  if (symbol !== '+' && symbol !== '-') return null;
  // The time between two points is as long as in stored data, plus constant shifts.
  const [from, to] = [timeRange(lexpr, columnOf), timeRange(rexpr, columnOf)];
  if (symbol === '-' && from !== null && to !== null) return sumOf(from, to, -1);
  return sumOf(lexpr ? of(lexpr) : { low: 0, high: 0, stored: false }, of(rexpr), symbol === '+' ? 1 : -1);
}

/**
 * Approximate seconds of an interval's text (`1 year 2 months`, `1 day 02:00`, `1` with a unit); null for unusual
 * forms.
 */
export function intervalSeconds(written: string | null, unit = ''): number | null {
  const text = written?.trim().toLowerCase() ?? '';
  const parts = [
    ...text.matchAll(
      /([-+]?\d+(?:\.\d+)?)\s*([a-z]+)|([-+]?)(\d+):(\d{2})(?::(\d{2})(?:\.\d+)?)?|([-+]?\d+(?:\.\d+)?)$/g,
    ),
  ];
  if (
    parts.length === 0 ||
    parts
      .map(([part]) => part)
      .join('')
      .replaceAll(/\s/g, '') !== text.replaceAll(/[\s,]|and/g, '')
  )
    return null;
  const seconds = parts.map(([, amount, name, sign, hours, minutes, rest, bare]) => {
    if (hours !== undefined)
      return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest ?? 0));
    return (
      Number(amount ?? bare) * (UNIT_SECONDS.find(([pattern]) => pattern.test(name ?? (unit || 'second')))?.[1] ?? NaN)
    );
  });
  const total = seconds.reduce((sum, part) => sum + part, 0);
  return Number.isFinite(total) ? total : null;
}

/** The unit of `interval '1' day`, a bit of the modifier: INTERVAL_MASK of PostgreSQL's datetime.h. */
function unitOf(modifier: Node | undefined): string {
  const mask = modifier && 'A_Const' in modifier ? (modifier.A_Const.ival?.ival ?? 0) : 0;
  return { 4: 'year', 2: 'month', 8: 'day', 1_024: 'hour', 2_048: 'minute', 4_096: 'second' }[mask] ?? '';
}

function spanProduct(interval: Node | undefined, times: Node | undefined, columnOf: ColumnOf): ValueRange | null {
  if (!interval || textConstant(interval) === null)
    return interval && 'FuncCall' in interval ? productOf(spanOf(interval, columnOf), rangeOf(times, columnOf)) : null;
  const [span, factor] = [spanOf(interval, columnOf), rangeOf(times, columnOf)];
  // A stored number of days, months or years is assumed to be small.
  if (span !== null && factor?.stored === true && Math.abs(span.high) <= 366 * DAY)
    return { low: factor.low * Math.abs(span.high), high: factor.high * Math.abs(span.high), stored: true };
  return productOf(span, factor);
}

function ofMadeInterval(call: FuncCall, columnOf: ColumnOf): ValueRange | null {
  const name = stringsOf(call.funcname)?.at(-1);
  if (name === 'age') return NOW;
  if (name !== 'make_interval') return null;
  const parts = (call.args ?? []).map((arg, i) => {
    const [, seconds] = ('NamedArgExpr' in arg
      ? MADE_OF.find(([part]) => part === arg.NamedArgExpr.name)
      : MADE_OF[i]) ?? ['', NaN];
    const amount = rangeOf('NamedArgExpr' in arg ? arg.NamedArgExpr.arg : arg, columnOf);
    return amount && { ...amount, low: amount.low * seconds, high: amount.high * seconds };
  });
  return parts.reduce<ValueRange | null>((sum, part) => sumOf(sum, part, 1), { low: 0, high: 0, stored: false });
}

function ofCall(
  { funcname, args = [] }: FuncCall,
  of: (node: Node | undefined) => ValueRange | null,
  columnOf: ColumnOf,
): ValueRange | null {
  const name = stringsOf(funcname)?.at(-1) ?? '';
  if (CLOCKS.has(name)) return NOW;
  if (SAME.has(name)) return of(args[0]);
  if (name === 'timezone') return of(args[1]);
  if (name === 'date_trunc') {
    const range = of(args[1]);
    return range && { ...range, low: range.low - (TRUNCATED[textConstant(args[0])?.toLowerCase() ?? ''] ?? 366 * DAY) };
  }
  if (name === 'generate_series') return unionOf([of(args[0]), of(args[1])]);
  if (name === 'to_date' || name === 'to_timestamp')
    return /^\d{4}-?\d\d-?\d\d$/.test(textConstant(args[0]) ?? '') ? ofText(textConstant(args[0])) : null;
  if (!['make_date', 'make_timestamp', 'make_timestamptz'].includes(name)) return null;
  const years = rangeOf(args[0], columnOf);
  if (years === null) return null;
  return years.stored
    ? { low: years.low * YEAR, high: (years.high + 1) * YEAR, stored: true }
    : { low: (years.low - 1_970) * YEAR, high: (years.high - 1_969) * YEAR, stored: false };
}

/** A date with a four-digit year is itself; words such as `today` are near. Longer years and infinity are unbounded. */
function ofText(text: string | null): ValueRange | null {
  if (text === null || /infinity/i.test(text)) return null;
  const written = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?!\d)(.*)$/.exec(text);
  if (!written) return /\d{5}/.test(text) ? null : NOW;
  const seconds = Date.UTC(Number(written[1]), Number(written[2]) - 1, Number(written[3])) / 1_000;
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec(written[4] ?? '') ?? [];
  const clock = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60;
  return /\d{5}|bc/i.test(written[4] ?? '') ? null : { low: seconds + clock, high: seconds + clock, stored: false };
}

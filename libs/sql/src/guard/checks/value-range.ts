import type { A_Expr, ColumnRef, FuncCall, Node } from 'libpg-query';
import type { RangeColumn } from '../../scope/scope';
import { integerConstant, stringsOf, textConstant } from './node-access';

/**
 * The range of a number, if the tree determines it. `stored`: it includes a stored value, assumed to be small; then
 * `low` and `high` are the shift by constants.
 */
export interface ValueRange {
  low: number;
  high: number;
  stored: boolean;
}

/** The column of a resolved reference; null for anything but one column. */
export type ColumnOf = (ref: ColumnRef) => RangeColumn | null;

const STORED: ValueRange = { low: 0, high: 0, stored: true };

const DATE_FIELD = /^(year|isoyear|quarter|month|week|day|dow|isodow|doy|hour|minute|second)$/i;
/** Later years do not occur in stored dates; an interval's fields are unbounded. */
const LAST_YEAR = 9_999;

/** Functions whose value is within that of their first argument, or as small as its size. */
const SIZES: ReadonlySet<string> = new Set(
  'array_length array_upper array_lower cardinality json_array_length jsonb_array_length length char_length character_length'.split(
    ' ',
  ),
);
const WITHIN: ReadonlySet<string> = new Set(
  'min max floor ceil ceiling round trunc sign unnest any_value first_value last_value percentile_disc'.split(' '),
);

/** The range of an expression; null if unknown. */
export function rangeOf(node: Node | undefined, columnOf: ColumnOf): ValueRange | null {
  const of = (part: Node | undefined): ValueRange | null => rangeOf(part, columnOf);
  if (!node) return null;
  const constant = integerConstant(node);
  if (constant !== null) return exactly(constant);
  if ('A_Const' in node) return node.A_Const.fval ? exactly(Number(node.A_Const.fval.fval)) : null;
  if ('ColumnRef' in node) return ofColumn(columnOf(node.ColumnRef), of);
  if ('TypeCast' in node) return of(node.TypeCast.arg);
  if ('CollateClause' in node) return of(node.CollateClause.arg);
  if ('CoalesceExpr' in node) return unionOf((node.CoalesceExpr.args ?? []).map(of));
  if ('CaseExpr' in node)
    return unionOf([
      ...(node.CaseExpr.args ?? []).map((when) => ('CaseWhen' in when ? of(when.CaseWhen.result) : null)),
      ...(node.CaseExpr.defresult ? [of(node.CaseExpr.defresult)] : []),
    ]);
  if ('MinMaxExpr' in node) return ofMinMax(node.MinMaxExpr.op === 'IS_LEAST', (node.MinMaxExpr.args ?? []).map(of));
  if ('A_ArrayExpr' in node) return unionOf((node.A_ArrayExpr.elements ?? []).map(of));
  if ('SubLink' in node) return ofQuery(node, of);
  if ('FuncCall' in node) return ofCall(node.FuncCall, of, columnOf);
  return 'A_Expr' in node ? ofOperation(node.A_Expr, of) : null;
}

/** The union of ranges; null if one is unknown. */
export function unionOf(ranges: readonly (ValueRange | null)[]): ValueRange | null {
  const known = ranges.flatMap((range) => (range === null ? [] : [range]));
  if (known.length === 0 || known.length < ranges.length) return null;
  return {
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
    stored: known.some(({ stored }) => stored),
  };
}

/** The sum of two, or with `sign` -1 their difference. */
export function sumOf(a: ValueRange | null, b: ValueRange | null, sign: 1 | -1): ValueRange | null {
  if (a === null || b === null) return null;
  const [low, high] = sign === 1 ? [b.low, b.high] : [-b.high, -b.low];
  return { low: a.low + low, high: a.high + high, stored: a.stored || b.stored };
}

/** A product; a stored factor only with one that does not enlarge it. */
export function productOf(a: ValueRange | null, b: ValueRange | null): ValueRange | null {
  if (a === null || b === null) return null;
  const isEnlarged = (by: ValueRange): boolean => by.stored || Math.max(Math.abs(by.low), Math.abs(by.high)) > 1;
  if ((a.stored && isEnlarged(b)) || (b.stored && isEnlarged(a))) return null;
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: Math.min(...corners), high: Math.max(...corners), stored: a.stored || b.stored };
}

/** A column of a nested query is its expression; a stored one is stored. */
export function ofColumn(column: RangeColumn | null, of: (node: Node) => ValueRange | null): ValueRange | null {
  if (column === null) return null;
  if (column.defined !== undefined) return unionOf(column.defined.map(of));
  return column.isStored === true ? STORED : null;
}

/** The value of a one-value query whose arms are all plain. */
export function ofQuery(
  { SubLink: link }: Extract<Node, { SubLink: unknown }>,
  of: (node: Node | undefined) => ValueRange | null,
): ValueRange | null {
  if (link.subLinkType !== 'EXPR_SUBLINK' || !link.subselect || !('SelectStmt' in link.subselect)) return null;
  const select = link.subselect.SelectStmt;
  if (select.op !== undefined && select.op !== 'SETOP_NONE') return null;
  if (select.valuesLists)
    return unionOf(select.valuesLists.map((row) => ('List' in row ? of(row.List.items?.[0]) : null)));
  const [target] = select.targetList ?? [];
  return target !== undefined && 'ResTarget' in target ? of(target.ResTarget.val) : null;
}

const exactly = (value: number): ValueRange => ({ low: value, high: value, stored: false });

/** A constant bounds the least value from above and the greatest from below, whatever the others. */
function ofMinMax(isLeast: boolean, ranges: readonly (ValueRange | null)[]): ValueRange | null {
  const union = unionOf(ranges);
  const constants = ranges.flatMap((range) => (range === null || range.stored ? [] : [range]));
  if (constants.length === 0) return union;
  if (isLeast)
    return { low: union?.low ?? -Infinity, high: Math.min(...constants.map(({ high }) => high)), stored: false };
  const low = Math.max(
    ...(union === null ? constants : ranges.flatMap((range) => range ?? [])).map((range) => range.low),
  );
  return { low, high: union?.high ?? Infinity, stored: union?.stored ?? false };
}

function ofOperation(
  { kind, name, lexpr, rexpr }: A_Expr,
  of: (node: Node | undefined) => ValueRange | null,
): ValueRange | null {
  if (kind === 'AEXPR_NULLIF') return of(lexpr);
  if (kind !== 'AEXPR_OP') return null;
  const symbol = stringsOf(name)?.at(-1);
  const [a, b] = [lexpr ? of(lexpr) : exactly(0), of(rexpr)];
  if (symbol === '+') return sumOf(a, b, 1);
  if (symbol === '-') return sumOf(a, b, -1);
  if (symbol === '*') return productOf(a, b);
  if (symbol === '%') return ofRemainder(a, b);
  if (symbol === '/' && a !== null && b !== null && b.low === b.high && Math.abs(b.low) >= 1)
    return productOf(a, exactly(1 / b.low));
  return null;
}

/** Between zero and the divisor, and not beyond the dividend. */
function ofRemainder(a: ValueRange | null, b: ValueRange | null): ValueRange | null {
  const reach = ({ low, high }: ValueRange): number => Math.max(Math.abs(low), Math.abs(high));
  const bounds = [...(b === null || b.stored ? [] : [reach(b)]), ...(a === null || a.stored ? [] : [reach(a)])];
  const most = Math.min(...bounds);
  if (bounds.length > 0) return { low: -most, high: most, stored: false };
  return a === null ? null : { low: Math.min(a.low, 0), high: Math.max(a.high, 0), stored: true };
}

function ofCall(
  call: FuncCall,
  of: (node: Node | undefined) => ValueRange | null,
  columnOf: ColumnOf,
): ValueRange | null {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  const [first, second, third] = call.args ?? [];
  if (name === 'extract' || name === 'date_part')
    return DATE_FIELD.test(textConstant(first) ?? '') && isMoment(second, columnOf)
      ? { low: 0, high: LAST_YEAR, stored: false }
      : null;
  if (name === 'abs') return ((range) => range && unionOf([range, sumOf(exactly(0), range, -1)]))(of(first));
  if (name === 'mod') return ofRemainder(of(first), of(second));
  if (name === 'generate_series') return unionOf([of(first), of(second)]);
  if (name === 'lag' || name === 'lead') return unionOf([of(first), ...(third ? [of(third)] : [])]);
  if (name === 'generate_subscripts') return STORED;
  if (name === 'percentile_disc') return of(firstSorted(call));
  if (WITHIN.has(name)) return of(first);
  if (!SIZES.has(name)) return null;
  const text = textConstant(first);
  if (text !== null) return { low: 0, high: text.length, stored: false };
  return of(first)?.stored === true ? STORED : null;
}

const firstSorted = ({ agg_order }: FuncCall): Node | undefined => {
  const [sort] = agg_order ?? [];
  return sort && 'SortBy' in sort ? sort.SortBy.node : undefined;
};

/**
 * A point in time that was not computed: stored, today, or a date with a four-digit year. Fields of intervals are
 * unbounded.
 */
function isMoment(node: Node | undefined, columnOf: ColumnOf): boolean {
  if (!node) return false;
  if ('SQLValueFunction' in node) return true;
  if ('ColumnRef' in node) {
    const column = columnOf(node.ColumnRef);
    return column?.isStored === true || (column?.defined?.every((part) => isMoment(part, columnOf)) ?? false);
  }
  if ('TypeCast' in node) {
    const text = textConstant(node.TypeCast.arg);
    const type = stringsOf(node.TypeCast.typeName?.names)?.at(-1) ?? '';
    return (
      ['date', 'timestamp', 'timestamptz'].includes(type) &&
      (text === null ? isMoment(node.TypeCast.arg, columnOf) : !/\d{5}/.test(text))
    );
  }
  if ('SubLink' in node) return ofQuery(node, (part) => (isMoment(part, columnOf) ? STORED : null)) !== null;
  if ('CoalesceExpr' in node) return (node.CoalesceExpr.args ?? []).every((part) => isMoment(part, columnOf));
  // A shifted date is still a date; only an interval by itself is unbounded.
  if ('A_Expr' in node)
    return (
      node.A_Expr.kind === 'AEXPR_OP' &&
      ['+', '-'].includes(stringsOf(node.A_Expr.name)?.at(-1) ?? '') &&
      isMoment(node.A_Expr.lexpr, columnOf)
    );
  if (!('FuncCall' in node)) return false;
  const name = stringsOf(node.FuncCall.funcname)?.at(-1) ?? '';
  if (['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'].includes(name)) return true;
  if (['date_trunc', 'timezone'].includes(name)) return isMoment(node.FuncCall.args?.[1], columnOf);
  return (
    ['min', 'max', 'date', 'timestamp', 'timestamptz'].includes(name) && isMoment(node.FuncCall.args?.[0], columnOf)
  );
}

import type { Dimension, Filter, Grain, SemanticQuery } from '@querent/contracts';
import { addDays, daysBetween } from './civil-date';
import type { CompileContext } from './compile-context';
import { quoteLiteral } from './quoting';
import { timeKindOf } from './time-sql';

/**
 * `SELECT` of every period that a trend must show, or undefined when the query is no plain trend (one
 * time dimension with a grain, a bounded range over the same column) or would have too many periods.
 */
export function periodSpineSql(ctx: CompileContext, query: SemanticQuery): string | undefined {
  const [dimension, ...others] = query.dimensions;
  if (!dimension?.grain || others.length > 0 || query.having.length > 0 || query.compare || query.measures.length === 0) return undefined;
  const column = ctx.column(dimension.column);
  if (!timeKindOf(column) || column.isYear) return undefined;
  const range = boundedRange(ctx, query.filters, dimension);
  if (!range) return undefined;
  const last = addDays(range.to, -1);
  if (last < range.from || daysBetween(range.from, last) / DAYS_IN[dimension.grain] > Math.min(ctx.options.maxRows, MOST_PERIODS)) return undefined;
  const grain = quoteLiteral(dimension.grain);
  const start = `date_trunc(${grain}, ${ctx.params.bind(range.from, 'timestamp')})`;
  return `SELECT generate_series(${start}, ${ctx.params.bind(last, 'timestamp')}, interval ${quoteLiteral(STEP[dimension.grain])})::date AS k1`;
}

const MOST_PERIODS = 1100;
const DAYS_IN: Readonly<Record<Grain, number>> = { day: 1, week: 7, month: 28, quarter: 89, year: 365 };
const STEP: Readonly<Record<Grain, string>> = { day: '1 day', week: '1 week', month: '1 month', quarter: '3 months', year: '1 year' };

/** The intersection of the ranges asked for; an open end, or one in the future, is today. */
function boundedRange(ctx: CompileContext, filters: readonly Filter[], dimension: Dimension): { from: string; to: string } | undefined {
  const same = ({ table, column }: Dimension['column']) => {
    const [a, b] = [ctx.column({ table, column }), ctx.column(dimension.column)];
    return a.table === b.table && a.name === b.name;
  };
  const ranges = filters.flatMap((filter) => (filter.kind === 'time' && !filter.negated && same(filter.column) ? [filter.range] : []));
  const from = ranges.map((range) => range.from).filter((day) => day !== null).sort().at(-1);
  if (from === undefined) return undefined;
  const { today, modelToday = today } = ctx.options;
  const tomorrow = addDays(timeKindOf(ctx.column(dimension.column)) === 'timestamp' ? modelToday : today, 1);
  const [to] = [...ranges.map((range) => range.to).filter((day) => day !== null), tomorrow].sort();
  return to === undefined ? undefined : { from, to };
}

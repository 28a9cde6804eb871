import type { Against, CompareOperator } from '@querent/contracts';
import type { CompileContext } from '../statement/compile-context';

/** A multiple of a figure; the factor 1 is omitted. */
export function timesSql(ctx: CompileContext, times: number, others: string): string {
  return times === 1 ? others : `${ctx.params.bind(times, 'numeric')} * ${others}`;
}

/** The right side of a bound: a number, or a multiple of the figure of others, which `othersOf` selects. */
export function boundValueSql(
  ctx: CompileContext,
  { value, against }: { value: number; against?: Against },
  othersOf: (against: Against) => string,
): string {
  return against ? timesSql(ctx, value, `(${othersOf(against)})`) : ctx.params.bind(value, 'numeric');
}

export const operatorSql = (op: CompareOperator): string => (op === '!=' ? '<>' : op);

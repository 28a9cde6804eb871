import type { Against, CompareOperator } from '@querent/contracts';
import type { CompileContext } from '../statement/compile-context';

/** So many times what others have; once is not said. */
export function timesSql(ctx: CompileContext, times: number, others: string): string {
  return times === 1 ? others : `${ctx.params.bind(times, 'numeric')} * ${others}`;
}

/** What a figure is compared with: a number, or so many times the figure of others, which `othersOf` selects. */
export function boundValueSql(
  ctx: CompileContext,
  { value, against }: { value: number; against?: Against },
  othersOf: (against: Against) => string,
): string {
  return against ? timesSql(ctx, value, `(${othersOf(against)})`) : ctx.params.bind(value, 'numeric');
}

export const comparisonSql = (op: CompareOperator): string => (op === '!=' ? '<>' : op);

import type { ColumnRef, CompiledQuery, Filter, SemanticQuery } from '@querent/contracts';
import { CompileError, compileQuery } from '@querent/compiler';
import { say, type SemanticModel, signatureOf } from '@querent/model';
import { dropCondition } from './drop-condition';
import { narrowTime } from './narrow-time';
import { narrowValues } from './narrow-values';
import { otherDimension } from './other-dimension';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { useTotals } from './use-totals';

/** The recoveries of each kind for a failed query, best first. They are not yet checked to compile. */
export const RECOVERIES: Record<RecoveryKind, (failed: FailedQuery) => Recovery[]> = {
  narrow_time: narrowTime,
  drop_condition: dropCondition,
  other_dimension: otherDimension,
  use_totals: useTotals,
  first_rows: firstRows,
  narrow_values: narrowValues,
};

/** A recovery combined with each further recovery of its query, of these kinds. Unchecked too. */
export function combinedWith(
  first: Recovery,
  failed: FailedQuery,
  kinds = Object.keys(RECOVERIES) as readonly RecoveryKind[],
): Recovery[] {
  const after = { ...failed, query: first.query };
  return kinds
    .flatMap((kind) => RECOVERIES[kind](after))
    .map((then) => ({
      ...then,
      kind: first.kind,
      id: `${first.id}+${then.kind}:${then.id}`,
      lighter: first.lighter && then.lighter,
      aliases: [],
      label: say(failed.locale, `${first.label}，${then.label}`, `${first.label}, ${then.label}`),
    }));
}

/**
 * The statement of a recovery. Null where it does not compile, means the same as the failed query, or has lost a filter
 * that its metrics require.
 */
export function statementOf(recovery: Recovery, failed: FailedQuery): CompiledQuery | null {
  const { query, model } = failed;
  if (signatureOf(recovery.query) === signatureOf(query) || !keepsRequired(query, recovery.query, model)) return null;
  return compiled(recovery.query, failed);
}

function compiled(
  query: SemanticQuery,
  { model, locale, today, modelToday, timezone = model.timezone, maxRows = 1_000 }: FailedQuery,
): CompiledQuery | null {
  try {
    return compileQuery(query, model, { today, modelToday, timezone, locale, maxRows });
  } catch (error) {
    if (error instanceof CompileError) return null;
    throw error;
  }
}

/** The value of an option: `recover:narrow_time:last_3_months`. */
export const valueOf = ({ kind, id }: Recovery): string => `recover:${kind}:${id}`;

const FIRST_ROWS = 100;

/** The first rows of a list. Without a requested order they come unordered, so that not all rows have to be read. */
function firstRows({ query, locale }: FailedQuery): Recovery[] {
  const isList = query.measures.length === 0 && query.dimensions.length === 0 && query.having.length === 0;
  if (!isList || (query.limit !== null && query.limit <= FIRST_ROWS)) return [];
  const label = say(locale, `只看前${FIRST_ROWS}条`, `only the first ${FIRST_ROWS}`);
  const order = query.order.filter(({ span, by }) => span !== undefined || by.kind === 'distance');
  return [
    {
      kind: 'first_rows',
      lighter: true,
      id: String(FIRST_ROWS),
      label,
      aliases: [`前${FIRST_ROWS}条`, `first ${FIRST_ROWS}`],
      query: { ...query, order, limit: FIRST_ROWS, limitPer: null, offset: undefined },
    },
  ];
}

/** Whether `after` keeps the filters of `before` that its metrics require (`requires` in the model). */
function keepsRequired(before: SemanticQuery, after: SemanticQuery, model: SemanticModel): boolean {
  const required = after.measures.flatMap(({ what }) => (what.kind === 'metric' ? requiredBy(model, what.id, []) : []));
  return required.every((column) => !mentions(before, column) || mentions(after, column));
}

function requiredBy(model: SemanticModel, id: string, trail: readonly string[]): ColumnRef[] {
  const metric = model.metrics[id];
  if (metric === undefined || trail.includes(id)) return [];
  const own = metric.requires.flatMap((filter) => model.filters[filter]?.column ?? []);
  return [...own, ...Object.keys(metric.children).flatMap((child) => requiredBy(model, child, [...trail, id]))];
}

function mentions({ filters, dimensions, compare }: SemanticQuery, column: ColumnRef): boolean {
  const same = (one: ColumnRef | undefined): boolean => one?.table === column.table && one.column === column.column;
  const filtered = (filter: Filter): boolean =>
    filter.kind === 'or' ? filter.filters.every(filtered) : 'column' in filter && same(filter.column);
  return filters.some(filtered) || dimensions.some((one) => same(one.column)) || same(compare?.column);
}

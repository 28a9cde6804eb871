import type { CompiledQuery, SemanticQuery } from '@querent/contracts';
import { CompileError, compileQuery } from '@querent/compiler';
import { say, signatureOf } from '@querent/model';
import { dropCondition } from './drop-condition';
import { firstRows } from './first-rows';
import { narrowTime } from './narrow-time';
import { narrowValues } from './narrow-values';
import { otherDimension } from './other-dimension';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { keepsRequired } from './required-parts';
import { useTotals } from './use-totals';

/** What each remedy makes of a query, best first; not yet checked. */
export const RECOVERIES: Record<RecoveryKind, (failed: FailedQuery) => Recovery[]> = {
  narrow_time: narrowTime,
  drop_condition: dropCondition,
  other_dimension: otherDimension,
  use_totals: useTotals,
  first_rows: firstRows,
  narrow_values: narrowValues,
};

/** A recovery and then another (of these kinds) of what it leaves, as one; unchecked too. */
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
 * The statement of a recovery; null where it has none, means the same as the failed query, or lost a filter that its
 * metrics require.
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

/** What a choice of this recovery holds: `recover:narrow_time:last_3_months`. */
export const valueOf = ({ kind, id }: Recovery): string => `recover:${kind}:${id}`;

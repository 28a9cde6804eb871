import type { Filter, SemanticQuery } from '@querent/contracts';
import { say } from '@querent/model';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { dataEndsOf } from './narrow-time';
import { combinedWith, RECOVERIES, statementOf, valueOf } from './recoveries';

export interface Recovered {
  query: SemanticQuery;
  /** States in the answer what the recovery changed. */
  disclosure: string;
  /** Texts of removed conditions: a disclosure that contains one of them no longer holds. */
  outdated: string[];
}

/**
 * Recomputes the recovery behind an option of `askAfterFailure` from the failed query of the run record. Null where the
 * value matches no recovery of this query, or where the model has changed and the recovery no longer compiles.
 */
export function applyRecovery(value: string, failed: FailedQuery): Recovered | null {
  const kind = (Object.keys(RECOVERIES) as RecoveryKind[]).find((one) => value.startsWith(`recover:${one}:`));
  const found =
    kind &&
    recoveryOf(RECOVERIES[kind]({ ...failed, ...dataEndsOf(value) }), value, { ...failed, ...dataEndsOf(value) });
  if (!found || statementOf(found, failed) === null) return null;
  const what =
    found.description === undefined
      ? found.label
      : say(failed.locale, `${found.label}，即${found.description}`, `${found.label}, ${found.description}`);
  const removed = failed.query.filters.filter((filter) => !found.query.filters.includes(filter));
  return {
    query: found.query,
    disclosure: say(failed.locale, `按您的选择：${what}`, `as you chose: ${what}`),
    outdated: removed.flatMap(textsOf),
  };
}

function recoveryOf(recoveries: Recovery[], value: string, failed: FailedQuery): Recovery | undefined {
  const candidates = recoveries.filter((one) => value.startsWith(valueOf(one)));
  return (
    candidates.find((one) => valueOf(one) === value) ??
    candidates.flatMap((one) => combinedWith(one, failed)).find((one) => valueOf(one) === value)
  );
}

function textsOf(filter: Filter): string[] {
  return [
    ...(filter.note === undefined ? [] : [filter.note]),
    ...(filter.kind === 'time' ? [filter.range.label] : []),
  ].filter((text) => text !== '');
}

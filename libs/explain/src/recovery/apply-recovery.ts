import type { Filter, SemanticQuery } from '@querent/contracts';
import { say } from '@querent/model';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { dataEndsOf } from './narrow-time';
import { combinedWith, RECOVERIES, statementOf, valueOf } from './recoveries';

export interface Recovered {
  query: SemanticQuery;
  /** What was changed, for the answer to say. */
  disclosure: string;
  /** Texts of conditions that hold no more: a disclosure with one of them in it has become untrue. */
  outdated: string[];
}

/**
 * Makes again what an option of `askAfterFailure` stands for, from the failed query of the run record. Null where the
 * value is of no recovery of this query, or where the model has changed so that it has no statement any more.
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
  const gone = failed.query.filters.filter((filter) => !found.query.filters.includes(filter));
  return {
    query: found.query,
    disclosure: say(failed.locale, `按您的选择：${what}`, `as you chose: ${what}`),
    outdated: gone.flatMap(textsOf),
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

import type { SemanticQuery } from '@querent/contracts';
import { CompileError, type CompileErrorCode, compileQuery } from '@querent/semantic';
import type { PlanInput } from './plan-input';

/** What no choice of the asker mends: which of several ways is meant is asked, and so is what a term stands for. */
const FOR_GOOD: ReadonlySet<CompileErrorCode> = new Set<CompileErrorCode>(['unreachable', 'fan_out', 'no_key']);

/** Whether a statement may come of a query: a reading of which none can is no reading. */
export function canBeCompiled(query: SemanticQuery, { model, locale, today, timezone }: PlanInput): boolean {
  try {
    compileQuery(query, model, { locale, today, timezone, maxRows: 1 });
    return true;
  } catch (error) {
    if (error instanceof CompileError) return !FOR_GOOD.has(error.code);
    throw error;
  }
}

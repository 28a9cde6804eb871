import type { SemanticQuery } from '@querent/contracts';
import { CompileError, compileQuery } from '@querent/compiler';
import type { PlanInput } from './plan-input';

/**
 * Whether a statement may come of a query: a reading of which none can is no reading. Only what no way leads to is
 * known for sure: which of several ways is meant is asked later, and so is what a term stands for.
 */
export function canBeCompiled(query: SemanticQuery, { model, locale, today, timezone }: PlanInput): boolean {
  try {
    compileQuery(query, model, { locale, today, timezone, maxRows: 1 });
    return true;
  } catch (error) {
    if (error instanceof CompileError) return error.code !== 'unreachable';
    throw error;
  }
}

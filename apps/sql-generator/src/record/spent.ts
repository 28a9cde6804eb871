import type { RunData } from '@querent/contracts';
import type { GeneratorState } from '../generator-state';

/**
 * What every conclusion of a model's work records, failures too: tokens and time are spent, and what was tried was
 * tried.
 */
export function spent({
  run,
  budget,
  reasoning,
  attempts,
}: GeneratorState): Pick<RunData, 'usage' | 'reasoning' | 'attempts'> {
  return { usage: budget.usageAfter(run.data.usage), reasoning, attempts };
}

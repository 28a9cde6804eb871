import type { RunData } from '@querent/contracts';
import type { GeneratorState } from '../generator-state';

/** Usage, reasoning and attempts, which every conclusion after a model call records, including failures. */
export function spent({
  run,
  budget,
  reasoning,
  attempts,
}: GeneratorState): Pick<RunData, 'usage' | 'reasoning' | 'attempts'> {
  return { usage: budget.usageAfter(run.data.usage), reasoning, attempts };
}

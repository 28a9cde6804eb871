import { checkReserved } from './assembly/check-reserved';
import type { PlanInput } from './plan-input';
import { openReading } from './reading/open-reading';

/** Whether a question uses the name of something that is not set up correctly: no language model can answer it either. */
export function usesReservedWords(input: PlanInput): boolean {
  return input.model.reserved !== undefined && checkReserved(openReading(input)) !== null;
}

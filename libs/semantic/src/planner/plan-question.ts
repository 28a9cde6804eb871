import type { PlanResult } from '@querent/contracts';
import { mostDecisive } from './most-decisive';
import type { PlanInput } from './plan-input';
import { planOnce } from './plan-once';
import { disclosingZone, onModelDays } from './wall-clock-days';

/**
 * Reads a question into a semantic query. Pure and deterministic: the same input gives the same plan. Answers `planned`
 * only when every content word is accounted for and nothing is ambiguous; otherwise it asks the most decisive of what is
 * open, or says what it cannot do.
 */
export function planQuestion(input: PlanInput): PlanResult {
  return disclosingZone(onModelDays(planOn(input), input, (today) => planOn({ ...input, today })), input);
}

function planOn(input: PlanInput): PlanResult {
  const plan = planOnce(input);
  return plan.kind === 'ambiguous' ? mostDecisive(planOnce, input, plan) : plan;
}

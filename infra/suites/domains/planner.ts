import type { PlanResult } from '@querent/contracts';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { interpretReply, type PlanInput, planQuestion } from '@querent/planner';
import { readNearWords, readSenses } from '@querent/retrieval';

provideSenses(readSenses);
provideNearWords(readNearWords);

/** A planner of questions and interpreter of replies. Pure. */
export interface Planner {
  plan: (input: PlanInput) => PlanResult;
  interpret: typeof interpretReply;
}

export const PLANNER: Planner = { plan: planQuestion, interpret: interpretReply };

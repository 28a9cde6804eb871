import type { PlanResult } from '@querent/contracts';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { interpretReply, type PlanInput, planQuestion } from '@querent/planner';
import { readNearWords, readSenses } from '@querent/retrieval';

provideSenses(readSenses);
provideNearWords(readNearWords);

/** What reads questions, and the replies to what it asks back. Pure. */
export interface Planner {
  plan: (input: PlanInput) => PlanResult;
  interpret: typeof interpretReply;
}

export const PLANNER: Planner = { plan: planQuestion, interpret: interpretReply };

import { Annotation } from '@langchain/langgraph';
import type { Choice, Outcome, PlanResult, Run } from '@querent/contracts';
import type { SemanticModel } from '@querent/semantic';

/** What flows through the intent graph. The run record is the durable state; this lives for one job. */
export const intentAnnotation = Annotation.Root({
  run: Annotation<Run>,
  model: Annotation<SemanticModel>,
  /** The question as it stands now: as submitted, as restated, or with an unclear reply added to it. */
  question: Annotation<string>,
  restated: Annotation<string | null>,
  choices: Annotation<Choice[]>,
  unclearReply: Annotation<boolean>,
  plan: Annotation<PlanResult>,
  outcome: Annotation<Outcome>,
});
export type IntentState = typeof intentAnnotation.State;

import { Annotation } from '@langchain/langgraph';
import type { Choice, ConversationContext, Filter, Outcome, PlanResult, Proposal, Run } from '@querent/contracts';
import type { TakenChoice } from '@querent/memory';
import type { SemanticModel } from '@querent/semantic';

/** How the reply to the last clarification was read, where that matters for what is said next. */
export type ReplyRead = 'unclear' | 'amended' | 'forget' | 'understood';

/** What flows through the intent graph. The run record is the durable state; this lives for one job. */
export const intentAnnotation = Annotation.Root({
  run: Annotation<Run>,
  model: Annotation<SemanticModel>,
  /** The agent's default filters. */
  defaults: Annotation<Filter[]>,
  /** The question as it stands now: as submitted, or as restated in a reply. */
  question: Annotation<string>,
  restated: Annotation<string | null>,
  /** Decisions of this run's replies; later those taken from habits too. */
  choices: Annotation<Choice[]>,
  learned: Annotation<Choice[]>,
  /** Keys asked about so far. */
  asked: Annotation<string[]>,
  /** Null: there was no reply. */
  replyRead: Annotation<ReplyRead | null>,
  /** The decision that the reply took, to be remembered. */
  taken: Annotation<TakenChoice | null>,
  /** The asker wants to be asked again about what was learned. */
  forget: Annotation<boolean>,
  /** Lines of progress that the run's asker is told. */
  notes: Annotation<Outcome['steps']>,
  context: Annotation<ConversationContext | null>,
  proposals: Annotation<Proposal[]>,
  /** Undefined until the question, or the recovery of a failed one, has been read. */
  plan: Annotation<PlanResult>,
  outcome: Annotation<Outcome>,
});
export type IntentState = typeof intentAnnotation.State;

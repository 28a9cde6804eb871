import type { Choice, ConversationContext, Filter, Outcome, PlanResult, Proposal, Run } from '@querent/contracts';
import type { TakenChoice } from '@querent/memory';
import type { SemanticModel } from '@querent/model';

/** How the reply to the last clarification was read, where that matters for what is said next. */
export type ReplyRead = 'unclear' | 'amended' | 'forget' | 'understood';

/** What flows through the intent graph. The run record is the durable state; this lives for one job. */
export interface IntentState {
  run: Run;
  model: SemanticModel;
  /** The agent's default filters. */
  defaults: Filter[];
  /** The question as it stands now: as submitted, or as restated in a reply. */
  question: string;
  restated: string | null;
  /** Decisions of this run's replies; later those taken from habits too. */
  choices: Choice[];
  learned: Choice[];
  /** Keys asked about so far. */
  asked: string[];
  /** Null: there was no reply. */
  replyRead: ReplyRead | null;
  /** The decision that the reply took, to be remembered. */
  taken: TakenChoice | null;
  /** The asker wants to be asked again about what was learned. */
  forget: boolean;
  /** Lines of progress that the run's asker is told. */
  notes: Outcome<'intent'>['steps'];
  context: ConversationContext | null;
  proposals: Proposal[];
  /** The turn continues an answer that a model gave: what it says alone is not what is meant. */
  goesOnFromModel: boolean;
  /** Undefined until the question, or the recovery of a failed one, has been read. */
  plan: PlanResult;
  outcome: Outcome<'intent'>;
}

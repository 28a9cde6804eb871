import type {
  Ambiguity,
  Choice,
  ConversationContext,
  Filter,
  Outcome,
  PlanResult,
  Proposal,
  Run,
} from '@querent/contracts';
import type { TakenChoice } from '@querent/memory';
import type { SemanticModel } from '@querent/model';

/** How the reply to the last clarification was read; it determines the text before a repeated clarification. */
export type ReplyRead = 'unclear' | 'amended' | 'forget' | 'understood';

/** The state of the intent graph during one job. The durable state is the run's record. */
export interface IntentState {
  run: Run;
  model: SemanticModel;
  /** The agent's default filters. */
  defaults: Filter[];
  /** The current question: as submitted, or as restated in a reply. */
  question: string;
  restated: string | null;
  /** The ambiguity that the reply left open, because it is another question; null: none. */
  passedOver: Ambiguity | null;
  /** Decisions from this run's replies; the habit node adds those from habits. */
  choices: Choice[];
  learned: Choice[];
  /** Keys asked about so far. */
  asked: string[];
  /** Null without a reply. */
  replyRead: ReplyRead | null;
  /** The decision in the reply, to be recorded for habits. */
  taken: TakenChoice | null;
  /** Whether the user asked to forget the habits. */
  forget: boolean;
  /** Steps to show to the user. */
  notes: Outcome<'intent'>['steps'];
  context: ConversationContext | null;
  proposals: Proposal[];
  /** Whether the question follows up a language model's answer, so that it is incomplete alone. */
  continuesModelAnswer: boolean;
  /** Undefined until the question has been planned or a failed query recovered. */
  plan: PlanResult;
  outcome: Outcome<'intent'>;
}

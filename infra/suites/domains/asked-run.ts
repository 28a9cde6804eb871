import type { Ambiguity, Choice, ConversationContext, Locale, PlanResult } from '@querent/contracts';
import type { Interpretation, PlanInput } from '@querent/planner';
import { offeredQuestion } from '@querent/explain';
import { type CivilDays, type SemanticModel } from '@querent/model';
import { isHabitual } from '@querent/memory';
import type { Planner } from './planner';

/** The planner under test, with the model and day of the questions. */
export interface Asking {
  planner: Planner;
  model: SemanticModel;
  days: CivilDays;
  /** Receives the milliseconds of each plan. */
  onPlanned: (ms: number) => void;
}

/** The state of a question that the intent service keeps between clarifications, with its plan. */
export interface AskedRun {
  question: string;
  locale: Locale;
  choices: Choice[];
  context: ConversationContext | null;
  plan: PlanResult;
}

type Unread = Omit<AskedRun, 'plan'>;

/**
 * Plans a question as the intent service does, in the context of the previous answer of its conversation. If that
 * fails, its words may change a decision of the earlier question.
 */
export function ask(asking: Asking, { question, locale, context }: Omit<Unread, 'choices'>): AskedRun {
  const run = planned(asking, { question, locale, context, choices: [] });
  return withOtherDecision(asking, run) ?? run;
}

/** Returns the run after a reply. The run is unchanged if the reply is not understood or leads to no plan. */
export function replied(asking: Asking, run: AskedRun & { plan: { kind: 'ambiguous' } }, text: string): AskedRun {
  const after = restarted(asking, run, readReply(asking, run, run.plan.ambiguity, text), text);
  return after.plan.kind === 'unsupported' ? run : after;
}

export const isPaused = (run: AskedRun): run is AskedRun & { plan: { kind: 'ambiguous' } } =>
  run.plan.kind === 'ambiguous';

/** The conversation's context after an answer: the last question and query, serialised as in Redis. */
export function contextAfter(run: AskedRun): ConversationContext | null {
  if (run.plan.kind !== 'planned') return run.context;
  const query = JSON.parse(JSON.stringify(run.plan.query)) as typeof run.plan.query;
  return { runId: 'answered', question: run.question, query };
}

function restarted(asking: Asking, run: AskedRun, read: Interpretation, text: string): AskedRun {
  switch (read.kind) {
    case 'choice':
      return planned(asking, { ...run, choices: [...run.choices, read.choice] });
    case 'amended':
      return planned(asking, { ...run, question: read.question });
    case 'new_question':
      return planned(asking, { ...run, question: read.text, choices: [] });
    case 'unclear': {
      const amended = planned(asking, { ...run, question: `${run.question} ${text}`.trim() });
      return amended.plan.kind === 'planned' ? amended : run;
    }
  }
}

function readReply(asking: Asking, run: AskedRun, ambiguity: Ambiguity, text: string): Interpretation {
  const { planner, model, days } = asking;
  const { question, locale } = run;
  const read = planner.interpret(ambiguity, { text }, { locale, question, model, today: days.today });
  const offered = read.kind === 'choice' ? offeredQuestion(read.choice.value) : null;
  return offered === null ? read : { kind: 'new_question', text: offered };
}

/** Reads "not the composite, the details" after an answer as a reply to the clarification of the earlier question. */
function withOtherDecision(asking: Asking, { question: text, locale, context, plan }: AskedRun): AskedRun | null {
  if (context === null || !isAtALoss(plan)) return null;
  const before = planned(asking, { question: context.question, locale, context: null, choices: [] });
  if (before.plan.kind !== 'ambiguous' || !isHabitual(before.plan.ambiguity)) return null;
  const read = readReply(asking, before, before.plan.ambiguity, text);
  if (read.kind !== 'choice') return null;
  const decided = planned(asking, { ...before, choices: [read.choice] });
  return decided.plan.kind === 'planned' || decided.plan.kind === 'ambiguous' ? decided : null;
}

const isAtALoss = (plan: PlanResult): boolean =>
  plan.kind === 'unsupported' || (plan.kind === 'ambiguous' && plan.ambiguity.trigger === 'unknown_term');

function planned({ planner, model, days, onPlanned }: Asking, run: Unread): AskedRun {
  const { question, locale, choices, context } = run;
  const input: PlanInput = { question, locale, choices, context: context?.query ?? null, model, ...days };
  const startedAt = performance.now();
  const plan = planner.plan(input);
  onPlanned(performance.now() - startedAt);
  return { question, locale, choices, context, plan };
}

import type { Ambiguity, Choice, ConversationContext, Locale, PlanResult } from '@querent/contracts';
import type { Interpretation, PlanInput } from '@querent/planner';
import { offeredQuestion } from '@querent/explain';
import { type CivilDays, type SemanticModel } from '@querent/model';
import { isHabitual } from '../../../apps/intent/src/habits/habitual';
import type { Planner } from './planner';

/** Where questions are asked: a model, a day, and the planner that reads them. */
export interface Asking {
  planner: Planner;
  model: SemanticModel;
  days: CivilDays;
  /** Receives the milliseconds of each plan. */
  onPlanned: (ms: number) => void;
}

/** A question as the intent service keeps it between its pauses, and what it was read as. */
export interface AskedRun {
  question: string;
  locale: Locale;
  choices: Choice[];
  context: ConversationContext | null;
  plan: PlanResult;
}

type Unread = Omit<AskedRun, 'plan'>;

/**
 * Reads a question like the intent service: after the last answer of its conversation, if any. Words that lead nowhere
 * there may decide the earlier question otherwise.
 */
export function ask(asking: Asking, { question, locale, context }: Omit<Unread, 'choices'>): AskedRun {
  const run = planned(asking, { question, locale, context, choices: [] });
  return decidedOtherwise(asking, run) ?? run;
}

/** The run after a reply to its pause; the same run where the reply is not understood or leads nowhere. */
export function replied(asking: Asking, run: AskedRun & { plan: { kind: 'ambiguous' } }, text: string): AskedRun {
  const after = restarted(asking, run, readReply(asking, run, run.plan.ambiguity, text), text);
  return after.plan.kind === 'unsupported' ? run : after;
}

export const isPaused = (run: AskedRun): run is AskedRun & { plan: { kind: 'ambiguous' } } =>
  run.plan.kind === 'ambiguous';

/** The conversation after an answer: its last question and query, as they come back from Redis. */
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

/** "Not the composite, the details" after an answer: the reply to what the earlier question would be asked about. */
function decidedOtherwise(asking: Asking, { question: text, locale, context, plan }: AskedRun): AskedRun | null {
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

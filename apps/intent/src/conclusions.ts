import { runError, type Clarification, type Outcome, type PlanResult, type RunData } from '@querent/contracts';
import { intentMessages } from './intent-messages';
import type { IntentState } from './intent-state';

/** How the intent stage ends: each plan becomes the outcome that leads the run on. */
export interface ConcludeDeps {
  now: () => number;
  clarificationTtlMs: number;
}

/** A run pauses at most so often; after that it ends instead of nagging. */
const MAX_PAUSES = 3;

type Plan<K extends PlanResult['kind']> = Extract<PlanResult, { kind: K }>;

export function refine(state: IntentState): Outcome {
  const plan = state.plan as Plan<'planned'>;
  const { locale, mode: asked } = state.run.request;
  const mode = asked === 'fast' ? 'fast' : 'full';
  return {
    event: mode === 'fast' ? 'understood_fast' : 'understood',
    patch: {
      ...replyTaken(state),
      ...understood(plan, plan.query.strategy),
      mode,
      refinedQuestion: plan.refinedQuestion,
      semanticQuery: plan.query,
      disclosures: plan.disclosures,
      modelVersion: state.model.version,
    },
    steps: [...restatedSteps(state), { kind: 'understood', message: `${intentMessages.understood[locale]}${plan.refinedQuestion}` }],
  };
}

export function clarify(state: IntentState, deps: ConcludeDeps): Outcome {
  const { ambiguity, understood: seen } = state.plan as Plan<'ambiguous'>;
  const { run } = state;
  const { locale } = run.request;
  if (run.data.clarifications.length >= MAX_PAUSES) return exhausted(state);
  const clarification: Clarification = {
    id: `c${run.data.clarifications.length + 1}-${run.version}`,
    trigger: ambiguity.trigger,
    question: `${state.unclearReply ? intentMessages.unclearReply[locale] : ''}${ambiguity.question}`,
    options: ambiguity.options.map(({ id, label, description }) => ({ id, label, ...(description === undefined ? {} : { description }) })),
    allowText: ambiguity.allowText,
    expiresAt: new Date(deps.now() + deps.clarificationTtlMs).toISOString(),
  };
  return {
    event: 'clarification_needed',
    patch: {
      ...replyTaken(state),
      ...understood({ understood: seen }, null),
      clarification,
      ambiguity,
      answer: { text: clarification.question, chartType: 'clarification', suggestions: clarification.options.map(({ label }) => label) },
    },
    steps: [...restatedSteps(state), { kind: 'clarification', message: intentMessages.clarify[locale] }],
  };
}

export function converse(state: IntentState): Outcome {
  const plan = state.plan as Plan<'chitchat'>;
  return {
    event: 'replied_without_data',
    patch: { ...replyTaken(state), ...understood(plan, null), answer: { text: plan.reply, chartType: 'table', suggestions: plan.suggestions } },
    steps: [{ kind: 'chitchat', message: intentMessages.chitchat[state.run.request.locale] }],
  };
}

export function decline(state: IntentState): Outcome {
  const plan = state.plan as Plan<'unsupported'>;
  const { locale } = state.run.request;
  return {
    event: 'failed',
    patch: {
      ...replyTaken(state),
      ...understood(plan, null),
      answer: { text: plan.reason, chartType: 'table', suggestions: plan.suggestions },
      error: runError('question_unsupported', locale, plan.reason),
    },
    steps: [{ kind: 'unsupported', message: intentMessages.unsupported[locale] }],
  };
}

function exhausted(state: IntentState): Outcome {
  const error = runError('clarification_exhausted', state.run.request.locale);
  return { event: 'failed', patch: { ...replyTaken(state), answer: null, error }, steps: [{ kind: 'failed', message: error.message }] };
}

/** What the reply changed, recorded once it has been read. */
const replyTaken = (state: IntentState): Partial<RunData> => ({
  reply: null,
  ambiguity: null,
  answer: null,
  choices: state.choices,
  restatedQuestion: state.restated,
});

function understood(plan: Pick<Plan<'planned'>, 'understood'>, strategy: string | null): Partial<RunData> {
  const { type, confidence, keywords, metrics } = plan.understood;
  return { intent: { type, confidence, keywords, metrics, strategy } };
}

function restatedSteps(state: IntentState): Outcome['steps'] {
  const restatedNow = state.restated !== null && state.restated !== state.run.data.restatedQuestion && !state.unclearReply;
  return restatedNow ? [{ kind: 'new_question', message: `${intentMessages.newQuestion[state.run.request.locale]}${state.restated}` }] : [];
}

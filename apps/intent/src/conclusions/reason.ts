import { isModelKey, type Outcome, type PlanResult, type RunData } from '@querent/contracts';
import { kindOf, usesReservedWords, wordAskedAbout } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { chooseMode, modeText } from '../mode/choose-mode';
import { inputOf } from '../nodes/plan-of';
import { replyTaken } from './recorded';
import { otherAgent, type RefineDeps } from './refine';

/** Terms of the model whose stored values must be looked at to know their meaning. */
const EXPLORED = 'term:';
/** No surer of a question than this before anything is known of it but its words. */
const BY_WORDS = 0.5;

/**
 * Whether a language model takes over what the planner does not cover: words nobody explains, a shape it has no plan
 * for, a term whose meaning lies in the stored values, a turn that goes on from what a model answered. What the data
 * itself rules out, and what only the asker can decide, stays with the planner.
 */
export function needsReasoning(state: IntentState): boolean {
  const { plan, goesOnFromModel } = state;
  // A model that answered before knows no better what a word means that is not set up correctly.
  if (plan.kind === 'unsupported' && usesReservedWords(inputOf(state))) return false;
  if (goesOnFromModel) return plan.kind === 'planned' || plan.kind === 'ambiguous' || plan.kind === 'unsupported';
  if (plan.kind === 'unsupported') return !plan.conclusive;
  return (
    plan.kind === 'ambiguous' && (plan.ambiguity.trigger === 'unknown_term' || plan.ambiguity.key.startsWith(EXPLORED))
  );
}

/** The question goes on to a model, with the planner's own conclusion to go back to. */
export function reason(state: IntentState, deps: RefineDeps): Outcome<'intent'> {
  const { request, data } = state.run;
  const { locale } = request;
  const { mode, reason: why } = chooseMode(
    { asked: request.mode, question: state.question, query: null },
    deps.fastMode,
  );
  const intent = intentOf(state.plan, state.question, state.model);
  return {
    // Always by way of retrieval: a model knows nothing of the schema but what is found there.
    event: 'understood',
    patch: {
      ...replyTaken(state),
      intent,
      mode,
      modeReason: why,
      refinedQuestion: refined(state),
      semanticQuery: null,
      compiled: null,
      disclosures: [],
      settled: [],
      doubts: [],
      error: null,
      technicalError: null,
      modelVersion: state.model.version,
      reasoning: reasoningFor(state),
      ...(otherAgent(state, deps) || data.reasoning !== null ? { cacheKey: null } : {}),
    },
    steps: [
      ...state.notes,
      { kind: 'reasoning', message: intentMessages.reasoning[locale] },
      { kind: 'mode', message: modeText(mode, why, locale) },
    ],
  };
}

function intentOf({ understood }: PlanResult, question: string, model: SemanticModel): RunData['intent'] {
  const { type, strategy, keywords } = kindOf(question, model);
  return {
    type,
    confidence: Math.min(understood.confidence, BY_WORDS),
    keywords,
    metrics: understood.metrics,
    strategy,
  };
}

/**
 * The question with what its asker said to a model's questions and about words of it: what stands in a clarification is
 * part of what is asked.
 */
function refined(state: IntentState): string {
  const { run, context, goesOnFromModel } = state;
  // A turn alone says too little: 那去年呢 is also the heading of its answer.
  const question =
    goesOnFromModel && context !== null
      ? `${context.question}${run.request.locale === 'zh' ? '；' : '; '}${state.question}`
      : state.question;
  const { clarifications, asked } = run.data;
  // `asked` begins anew with a new question; what was asked before that is not of this one.
  const ofThis = clarifications.slice(clarifications.length - asked.length);
  const said = ofThis.flatMap(({ answer, options }, at) => {
    const text = answer.text ?? options.find(({ id }) => id === answer.optionId)?.label ?? '';
    const word = wordAskedAbout(asked[at] ?? '');
    if (text === '' || question.includes(text)) return [];
    if (word !== null) return [run.request.locale === 'zh' ? `${word}：${text}` : `${word}: ${text}`];
    return isModelKey(asked[at] ?? '') ? [text] : [];
  });
  if (said.length === 0) return question;
  return run.request.locale === 'zh' ? `${question}（${said.join('；')}）` : `${question} (${said.join('; ')})`;
}

/** What was looked up for the same question is still known. */
function reasoningFor({ plan, restated, run }: IntentState): RunData['reasoning'] {
  const before = run.data.reasoning;
  const sameQuestion = restated === run.data.restatedQuestion;
  return {
    fallback: plan,
    draft: null,
    promptVersion: before?.promptVersion ?? null,
    explorations: sameQuestion ? (before?.explorations ?? []) : [],
  };
}

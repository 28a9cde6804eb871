import { isModelKey, type Outcome, type PlanResult, type RunData } from '@querent/contracts';
import { questionKind, usesReservedWords, wordAskedAbout } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { chooseMode, modeText } from '../mode/choose-mode';
import { inputOf } from '../nodes/plan-of';
import { commonPatch } from './common-patch';
import { otherAgent, type RefineDeps } from './refine';

/** Ambiguity keys of the model's terms; their meaning depends on stored values, which a language model can explore. */
const TERM_KEY = 'term:';
/** Highest confidence in a question that is known only by its words. */
const MAX_CONFIDENCE = 0.5;

/**
 * Whether a language model continues where the planner has no plan: for unknown words, unsupported forms of questions,
 * terms whose meaning depends on stored values, and follow-ups to a language model's answer. The planner keeps
 * questions that the data cannot answer, and decisions that only the user can make.
 */
export function needsReasoning(state: IntentState): boolean {
  const { plan, continuesModelAnswer } = state;
  // A language model cannot know the meaning of a word whose definition in the model file is mistaken.
  if (plan.kind === 'unsupported' && usesReservedWords(inputOf(state))) return false;
  if (continuesModelAnswer) return plan.kind === 'planned' || plan.kind === 'ambiguous' || plan.kind === 'unsupported';
  if (plan.kind === 'unsupported') return !plan.conclusive;
  return (
    plan.kind === 'ambiguous' && (plan.ambiguity.trigger === 'unknown_term' || plan.ambiguity.key.startsWith(TERM_KEY))
  );
}

/** Passes the question to a language model. The planner's result is kept as a fallback. */
export function reason(state: IntentState, deps: RefineDeps): Outcome<'intent'> {
  const { request, data } = state.run;
  const { locale } = request;
  const { mode, reason: why } = chooseMode(
    { asked: request.mode, question: state.question, query: null },
    deps.fastMode,
  );
  const intent = intentOf(state.plan, state.question, state.model);
  return {
    // Always through retrieval, because a language model knows only the part of the schema found there.
    event: 'unplanned',
    patch: {
      ...commonPatch(state),
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
  const { type, strategy, keywords } = questionKind(question, model);
  return {
    type,
    confidence: Math.min(understood.confidence, MAX_CONFIDENCE),
    keywords,
    metrics: understood.metrics,
    strategy,
  };
}

/** The question, extended by the user's replies to a language model's questions and about unknown words. */
function refined(state: IntentState): string {
  const { run, context, continuesModelAnswer } = state;
  // A follow-up such as 那去年呢 is not understandable alone, and the text is also the title of its answer.
  const question =
    continuesModelAnswer && context !== null
      ? `${context.question}${run.request.locale === 'zh' ? '；' : '; '}${state.question}`
      : state.question;
  const { clarifications, asked } = run.data;
  // `asked` is reset by a new question; earlier clarifications do not belong to this one.
  const current = clarifications.slice(clarifications.length - asked.length);
  const replies = current.flatMap(({ answer, options }, at) => {
    const text = answer.text ?? options.find(({ id }) => id === answer.optionId)?.label ?? '';
    const word = wordAskedAbout(asked[at] ?? '');
    if (text === '' || question.includes(text)) return [];
    if (word !== null) return [run.request.locale === 'zh' ? `${word}：${text}` : `${word}: ${text}`];
    return isModelKey(asked[at] ?? '') ? [text] : [];
  });
  if (replies.length === 0) return question;
  return run.request.locale === 'zh' ? `${question}（${replies.join('；')}）` : `${question} (${replies.join('; ')})`;
}

/** Explorations for the same question are kept. */
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

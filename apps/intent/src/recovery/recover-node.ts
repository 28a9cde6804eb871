import type { PlanResult, Run, SemanticQuery } from '@querent/contracts';
import { interpretReply, planQuestion } from '@querent/planner';
import { applyRecovery, asksAfterFailure, describeQuery } from '@querent/explain';
import { civilDaysOf, type SemanticModel } from '@querent/model';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';

type Entered = Pick<IntentState, 'run' | 'model' | 'defaults'>;
type Recovering = Entered & { failed: SemanticQuery; text: string };

/** Whether the reply answers a clarification after a failure; it then changes the failed query, not the question. */
export const recovers = ({ run: { data } }: Pick<IntentState, 'run'>): boolean =>
  data.reply !== null && data.ambiguity !== null && data.semanticQuery !== null && asksAfterFailure(data.ambiguity);

/**
 * Reads the reply to a pause after a failure. An option is applied to the failed query, and a follow-up is planned with
 * it as context; both give a plan. A complete new question gives no plan and starts over like any other. Any other text
 * repeats the pause. Requires `recovers`.
 */
export function recoverNode({ run, model, defaults }: Entered): Partial<IntentState> {
  const { ambiguity, reply, semanticQuery: failed } = run.data;
  if (ambiguity === null || reply === null || failed === null)
    throw new Error(`The run ${run.id} does not await a recovery`);
  const { locale, today } = run.request;
  const question = run.data.restatedQuestion ?? run.request.question;
  const read = interpretReply(
    ambiguity,
    reply.optionId === undefined ? { text: reply.text ?? '' } : { optionId: reply.optionId },
    { locale, question, model, today },
  );
  if (read.kind === 'choice') {
    const plan = chosen(run, model, failed, read.choice.value);
    if (plan !== null)
      return { ...recordedState(run), plan, choices: [...run.data.choices, read.choice], replyRead: 'understood' };
  }
  const other =
    reply.text === undefined
      ? null
      : inWords({ run, model, defaults, failed, text: reply.text }, read.kind === 'new_question');
  return (
    other ?? {
      ...recordedState(run),
      plan: { kind: 'ambiguous', understood: understoodOf(run), ambiguity, unknown: [] },
      replyRead: 'unclear',
    }
  );
}

/** The plan of an option, with the disclosure of the change. Disclosures that no longer apply are removed. */
function chosen(run: Run, model: SemanticModel, failed: SemanticQuery, value: string): PlanResult | null {
  const { locale, today } = run.request;
  const recovered = applyRecovery(value, { query: failed, model, locale, today });
  if (recovered === null) return null;
  const kept = run.data.disclosures.filter((text) => !recovered.outdated.some((part) => text.includes(part)));
  return {
    kind: 'planned',
    understood: understoodOf(run),
    query: recovered.query,
    refinedQuestion: describeQuery(recovered.query, { model, locale }),
    disclosures: [...kept, recovered.disclosure],
    settled: [],
    continued: false,
  };
}

function inWords({ run, model, defaults, failed, text }: Recovering, isQuestion: boolean): Partial<IntentState> | null {
  const { locale } = run.request;
  const plan = planQuestion({
    question: text,
    locale,
    model,
    ...civilDaysOf(run, model),
    choices: [],
    context: failed,
    defaults,
  });
  if (plan.kind === 'planned' && plan.continued) return { ...recordedState(run), plan, replyRead: 'understood' };
  if (plan.kind !== 'planned' && !isQuestion) return null;
  const notes = [{ kind: 'new_question', message: `${intentMessages.newQuestion[locale]}${text}` }];
  return {
    ...recordedState(run),
    question: text,
    restated: text,
    choices: [],
    learned: [],
    asked: [],
    notes,
    replyRead: 'understood',
  };
}

/** The state as the run's record holds it. */
function recordedState({ request, data }: Run): Partial<IntentState> {
  return {
    question: data.restatedQuestion ?? request.question,
    restated: data.restatedQuestion,
    choices: data.choices,
    learned: data.learned,
    asked: data.asked,
    taken: null,
    forget: false,
    notes: [],
    proposals: [],
    context: data.context,
  };
}

const understoodOf = ({ data }: Run): PlanResult['understood'] => {
  const { type, confidence, keywords, metrics } = data.intent ?? {
    type: 'query',
    confidence: 1,
    keywords: [],
    metrics: [],
  };
  return { type, confidence, keywords, metrics };
};

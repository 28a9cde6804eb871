import type { Outcome } from '@querent/contracts';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { chooseMode, modeText, type FastMode } from '../mode/choose-mode';
import { commonPatch, understood, type PlanOf } from './common-patch';

export interface RefineDeps {
  fastMode: FastMode;
  /** Version of the agent's file in this process; null without an agent. */
  agentVersion: (name: string, tenant: string) => string | null;
}

/** Concludes an unambiguous question with its query, its explicit wording, and its mode. */
export function refine(state: IntentState, deps: RefineDeps): Outcome<'intent'> {
  const plan = state.plan as PlanOf<'planned'>;
  const { request, data } = state.run;
  const { locale } = request;
  const { mode, reason } = chooseMode(
    { asked: request.mode, question: state.question, query: plan.query },
    deps.fastMode,
  );
  const read = plan.continued ? intentMessages.continued : intentMessages.understood;
  return {
    event: 'planned',
    patch: {
      ...commonPatch(state),
      ...understood(plan, plan.query.strategy),
      mode,
      modeReason: reason,
      refinedQuestion: plan.refinedQuestion,
      semanticQuery: plan.query,
      disclosures: plan.disclosures,
      settled: plan.settled,
      // Doubts and errors of a statement for an earlier question, which a reply has replaced.
      doubts: [],
      technicalError: null,
      modelVersion: state.model.version,
      reasoning: data.reasoning && { ...data.reasoning, fallback: null, draft: null, explorations: [] },
      ...(otherAgent(state, deps) ? { cacheKey: null } : {}),
    },
    steps: [
      ...state.notes,
      { kind: 'understood', message: `${read[locale]}${plan.refinedQuestion}` },
      { kind: 'mode', message: modeText(mode, reason, locale) },
    ],
  };
}

/** Whether the agent's file has changed since submission; the answer must not be cached under the former version. */
export function otherAgent({ run: { tenant, request, data } }: IntentState, deps: RefineDeps): boolean {
  return request.agent !== null && deps.agentVersion(request.agent, tenant) !== data.agentVersion;
}

import { MAX_PAUSES, runError, type Outcome } from '@querent/contracts';
import { pauseFor, type PauseClock } from '@querent/explain';
import { intentMessages } from '../intent-messages';
import type { IntentState, ReplyRead } from '../intent-state';
import { commonPatch, understood, type PlanOf } from './common-patch';

export type ClarifyDeps = PauseClock;

/** A clarification is asked at most twice: again if the reply did not answer it. */
const MAX_ASKED = 2;

/** The text before a repeated clarification, by how the reply was read. */
const PREFACES: Partial<Record<ReplyRead, keyof typeof intentMessages>> = {
  unclear: 'unclearReply',
  amended: 'amendedReply',
  forget: 'habitsForgotten',
};

/** Pauses the run with a clarification, or fails it if the limits of pauses or repetitions are reached. */
export function clarify(state: IntentState, deps: ClarifyDeps): Outcome<'intent'> {
  const { ambiguity, understood: seen } = state.plan as PlanOf<'ambiguous'>;
  const { run } = state;
  const { locale } = run.request;
  const timesAsked = state.asked.filter((key) => key === ambiguity.key).length;
  if (run.data.clarifications.length >= MAX_PAUSES || timesAsked >= MAX_ASKED) return exhausted(state);
  const preface = timesAsked > 0 && state.replyRead !== null ? PREFACES[state.replyRead] : undefined;
  return {
    event: 'clarification_needed',
    patch: {
      ...commonPatch(state),
      ...understood({ understood: seen }, null),
      asked: [...state.asked, ambiguity.key],
      ...pauseFor(run, ambiguity, deps, preface === undefined ? '' : intentMessages[preface][locale]),
    },
    steps: [...state.notes, { kind: 'clarification', message: intentMessages.clarify[locale] }],
  };
}

function exhausted(state: IntentState): Outcome<'intent'> {
  const error = runError('clarification_exhausted', state.run.request.locale);
  return {
    event: 'failed',
    patch: { ...commonPatch(state), error },
    steps: [...state.notes, { kind: 'failed', message: error.message }],
  };
}

import { runError, type Outcome } from '@querent/contracts';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { commonPatch, understood, type PlanOf } from './common-patch';

/** Answers a greeting or a question about the product. */
export function converse(state: IntentState): Outcome<'intent'> {
  const plan = state.plan as PlanOf<'chitchat'>;
  return {
    event: 'replied_without_data',
    patch: {
      ...commonPatch(state),
      ...understood(plan, null),
      answer: { text: plan.reply, chartType: 'table', suggestions: plan.suggestions },
    },
    steps: [...state.notes, { kind: 'chitchat', message: intentMessages.chitchat[state.run.request.locale] }],
  };
}

/** Fails a run whose question the data cannot answer, with the reason and suggestions. */
export function decline(state: IntentState): Outcome<'intent'> {
  const plan = state.plan as PlanOf<'unsupported'>;
  const { locale } = state.run.request;
  return {
    event: 'failed',
    patch: {
      ...commonPatch(state),
      ...understood(plan, null),
      answer: { text: plan.reason, chartType: 'table', suggestions: plan.suggestions },
      error: runError('question_unsupported', locale, plan.reason),
    },
    steps: [...state.notes, { kind: 'unsupported', message: intentMessages.unsupported[locale] }],
  };
}

import type { Outcome } from '@querent/contracts';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { replyTaken, understood, type PlanOf } from './recorded';

/** A greeting, or something about the product: answered without data. */
export function converse(state: IntentState): Outcome<'intent'> {
  const plan = state.plan as PlanOf<'chitchat'>;
  return {
    event: 'replied_without_data',
    patch: {
      ...replyTaken(state),
      ...understood(plan, null),
      answer: { text: plan.reply, chartType: 'table', suggestions: plan.suggestions },
    },
    steps: [...state.notes, { kind: 'chitchat', message: intentMessages.chitchat[state.run.request.locale] }],
  };
}

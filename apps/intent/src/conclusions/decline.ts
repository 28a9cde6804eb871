import { runError, type Outcome } from '@querent/contracts';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';
import { replyTaken, understood, type PlanOf } from './recorded';

/** The data cannot tell: the run ends, saying why and what can be asked instead. */
export function decline(state: IntentState): Outcome<'intent'> {
  const plan = state.plan as PlanOf<'unsupported'>;
  const { locale } = state.run.request;
  return {
    event: 'failed',
    patch: {
      ...replyTaken(state),
      ...understood(plan, null),
      answer: { text: plan.reason, chartType: 'table', suggestions: plan.suggestions },
      error: runError('question_unsupported', locale, plan.reason),
    },
    steps: [...state.notes, { kind: 'unsupported', message: intentMessages.unsupported[locale] }],
  };
}

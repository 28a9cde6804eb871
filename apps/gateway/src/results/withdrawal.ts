import { errorTable, type Locale, type Run, type Step } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';

/** Redaction of a run whose data its reader may no longer see. Views, lists, events and webhooks all use it. */

const CLOSED: Record<Locale, string> = {
  zh: '该步骤的内容已不再对您开放。',
  en: 'The details of this step are no longer open to you.',
};

/**
 * The run without its result, clarifications, refined question, statement and error details: all of them may hold
 * stored values.
 */
export function withdrawn(run: Run): Run {
  const { data, request } = run;
  return {
    ...run,
    data: {
      ...data,
      result: null,
      chart: null,
      answer: null,
      clarification: null,
      clarifications: [],
      ambiguity: null,
      passedOver: null,
      refinedQuestion: null,
      compiled: null,
      intent: data.intent && { ...data.intent, keywords: [], metrics: [] },
      attempts: data.attempts.map(({ n, at }) => ({ n, at })),
      error: data.error && {
        code: data.error.code,
        message: errorTable[data.error.code].detail[request.locale],
        actions: [],
      },
    },
  };
}

/** The step stays visible, but not its message, which may hold stored values. */
export const withdrawnStep = (step: Step, locale: Locale): Step => ({ ...step, message: CLOSED[locale] });

/**
 * Redacts an event of such a run; null for a clarification, which the view omits too. The data of the last event is the
 * run's view.
 */
export function withdrawnEvent<E extends RunEvent>(event: E, locale: Locale): E | null {
  if (event.event === 'clarification') return null;
  return event.event === 'step' ? { ...event, data: withdrawnStep(event.data, locale) } : event;
}

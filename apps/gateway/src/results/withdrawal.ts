import { errorTable, type Locale, type Run, type Step } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';

/**
 * The one place that decides what is left of a run whose data its reader may not see any more: views, lists, events and
 * webhooks all come here.
 */

const CLOSED: Record<Locale, string> = {
  zh: '该步骤的内容已不再对您开放。',
  en: 'The details of this step are no longer open to you.',
};

/**
 * The run without what it has found; nor what was offered to choose from, what came of the choice, or what an error
 * names: stored values are in all of them.
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

/** That a step was taken stays to be seen; its message may name stored values. */
export const withdrawnStep = (step: Step, locale: Locale): Step => ({ ...step, message: CLOSED[locale] });

/**
 * An event of such a run; null for a clarification, which its view does not have either. The last event's data is the
 * run's view.
 */
export function withdrawnEvent<E extends RunEvent>(event: E, locale: Locale): E | null {
  if (event.event === 'clarification') return null;
  return event.event === 'step' ? { ...event, data: withdrawnStep(event.data, locale) } : event;
}

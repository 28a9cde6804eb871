import type { Outcome, Run } from '@querent/contracts';
import { askAfterFailure, pausedToAsk, type PauseDeps } from '@querent/semantic';
import { TOO_EXPENSIVE } from '@querent/sql';
import { tooExpensiveOutcome } from '../failure-outcome';
import { cheaperOptions, type CheaperDeps } from './cheaper-options';

/**
 * What becomes of a run whose statement the database expects to cost too much: a question with ways that it expects to be
 * within the limits, one for other words, or an end. `cheaper` null: the database cannot be asked.
 */
export async function tooExpensive(run: Run, technical: string, pause: PauseDeps | null, cheaper: CheaperDeps | null): Promise<Outcome> {
  const { semanticQuery: query, choices, clarifications } = run.data;
  if (query === null || pause === null || cheaper === null) return tooExpensiveOutcome(run, technical, pause);
  const { locale, today } = run.request;
  const unjudged = askAfterFailure({ errorClass: TOO_EXPENSIVE, query, model: pause.model, locale, today, choices, pauses: clarifications.length });
  const ambiguity = await cheaperOptions(unjudged, run, cheaper);
  return ambiguity === null ? tooExpensiveOutcome(run, technical, null) : pausedToAsk(run, ambiguity, pause, { technicalError: technical });
}

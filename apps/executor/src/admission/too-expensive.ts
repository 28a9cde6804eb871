import type { ConnectionLimits } from '@querent/catalog';
import type { Outcome, Run } from '@querent/contracts';
import type { Datasource } from '@querent/datasource';
import { askAfterFailure, pausedToAsk, type HeldDays, type PauseDeps } from '@querent/explain';
import { TOO_EXPENSIVE, type GuardCatalogue } from '@querent/sql';
import { tooExpensiveOutcome } from '../failures/failure-outcome';
import { cheaperOptions } from './cheaper-options';
import type { Estimator } from './estimator';

export interface TooExpensiveDeps {
  datasource: (connection: string) => Datasource | null;
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  grantedFunctions: (connection: string) => readonly string[];
  limits: (connection: string) => ConnectionLimits;
  /** The days that a tenant's columns held when its schema was last read. */
  heldDays: (connection: string, tenant: string) => Promise<HeldDays>;
  estimates: Estimator;
}

/**
 * The outcome of a run whose statement would cost too much.
 * @param technical the reason, for the log
 * @param pause null if the run may not ask its user
 */
export type TooExpensive = (
  run: Run,
  technical: string,
  pause: PauseDeps | null,
  signal: AbortSignal,
) => Promise<Outcome<'executor'>>;

/**
 * Offers smaller questions that the database estimates to be within the limits, or else asks the user to rephrase,
 * once. Fails the run if neither is possible.
 */
export function tooExpensive(deps: TooExpensiveDeps): TooExpensive {
  return async (run, technical, pause, signal) => {
    const { connection } = run.request;
    const datasource = deps.datasource(connection);
    const catalogue = await deps.guardCatalogue(connection, run.tenant);
    if (run.data.semanticQuery === null || pause === null || datasource === null || catalogue === null)
      return tooExpensiveOutcome(run, technical, pause);

    const [limits, grantedFunctions] = [deps.limits(connection), deps.grantedFunctions(connection)];
    const heldDays = await deps.heldDays(connection, run.tenant);
    const maxRows = Math.min(run.request.maxRows ?? Number.POSITIVE_INFINITY, limits.maxRows);
    const ambiguity = await deps.estimates(
      { run, datasource, catalogue, grantedFunctions, limits, signal },
      (estimate) =>
        cheaperOptions(optionsWithoutEstimates(run, pause), run, {
          model: pause.model,
          heldDays,
          limits,
          maxRows,
          estimate,
        }),
    );
    return ambiguity === null
      ? tooExpensiveOutcome(run, technical, null)
      : pausedToAsk(run, ambiguity, pause, { technicalError: technical });
  };
}

function optionsWithoutEstimates({ request, data }: Run, { model }: PauseDeps): ReturnType<typeof askAfterFailure> {
  const { locale, today } = request;
  if (data.semanticQuery === null) return null;
  return askAfterFailure({
    errorClass: TOO_EXPENSIVE,
    query: data.semanticQuery,
    model,
    locale,
    today,
    choices: data.choices,
    pauses: data.clarifications.length,
  });
}

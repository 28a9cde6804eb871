import type { ConnectionLimits } from '@querent/catalog';
import type { Outcome, Run } from '@querent/contracts';
import type { Datasource } from '@querent/datasource';
import { askAfterFailure, pausedToAsk, type HeldDays, type PauseDeps } from '@querent/explain';
import { TOO_EXPENSIVE, type GuardCatalogue } from '@querent/sql';
import { tooExpensiveOutcome } from '../failures/failure-outcome';
import { cheaperOptions } from './cheaper-options';
import type { EstimateDesk } from './estimate-desk';

export interface TooExpensiveDeps {
  datasource: (connection: string) => Datasource | null;
  guardCatalogue: (connection: string, tenant: string) => Promise<GuardCatalogue | null>;
  grantedFunctions: (connection: string) => readonly string[];
  limits: (connection: string) => ConnectionLimits;
  /** What a tenant's columns held when the schema was last read. */
  heldDays: (connection: string, tenant: string) => Promise<HeldDays>;
  estimates: EstimateDesk;
}

/**
 * What becomes of a run whose statement would cost too much. `technical` is for the log; `pause` null: the asker cannot
 * be asked.
 */
export type TooExpensive = (
  run: Run,
  technical: string,
  pause: PauseDeps | null,
  signal: AbortSignal,
) => Promise<Outcome<'executor'>>;

/** Asks for less: by ways that the database expects to be within the limits, else for other words, once; or ends. */
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
        cheaperOptions(unjudged(run, pause), run, { model: pause.model, heldDays, limits, maxRows, estimate }),
    );
    return ambiguity === null
      ? tooExpensiveOutcome(run, technical, null)
      : pausedToAsk(run, ambiguity, pause, { technicalError: technical });
  };
}

function unjudged({ request, data }: Run, { model }: PauseDeps): ReturnType<typeof askAfterFailure> {
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

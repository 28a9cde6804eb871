import { serverTimeZone } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { ProblemError } from '../problems/problem-error';

/** Time zone of a question. */
export interface AskedZone {
  timezone: string;
  /** Zone of the connection's wall-clock times, as far as it is known. */
  model: string;
  /**
   * The asker named no zone and the schema is not known yet: the run's first stage, which waits for the schema, sets
   * it.
   */
  isOpen: boolean;
}

/**
 * The asker's zone under the name that the connection's server uses, else the model's zone.
 * @throws ProblemError if the server does not know the zone
 */
export function zoneOf(
  named: string | undefined,
  { timezone: model, timeZones }: Pick<SemanticModel, 'timezone' | 'timeZones'>,
): AskedZone {
  const timezone = named === undefined ? model : serverTimeZone(named, timeZones);
  if (timezone === null)
    throw new ProblemError('bad_request', { mistakes: [{ path: 'timezone', message: unknownToServer(model) }] });
  return { timezone, model, isOpen: false };
}

/** Time zone of a question while the connection's schema is being read for the first time. */
export function zoneBeforeSchema(named: string | undefined, ofFile: string | undefined): AskedZone {
  const timezone = named ?? ofFile ?? 'UTC';
  return { timezone, model: ofFile ?? timezone, isOpen: named === undefined && ofFile === undefined };
}

const unknownToServer = (model: string): { zh: string; en: string } => ({
  zh: `该数据库不支持这个时区，请改用同一时区的其他城市，或 ${model}`,
  en: `is not a time zone that this database knows: write another city of the zone, or ${model}`,
});

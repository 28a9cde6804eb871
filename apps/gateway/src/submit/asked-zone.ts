import { serverTimeZone } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { ProblemError } from '../problems/problem-error';

/** The zone that a question is asked in. */
export interface AskedZone {
  timezone: string;
  /** What the connection's own wall-clock times are in, as far as it is known. */
  model: string;
  /** Neither named nor known yet: settled by the run's first stage, which waits for the schema. */
  isOpen: boolean;
}

/**
 * The zone that the asker names, as the connection's server calls it, else the model's. @throws ProblemError where the
 * server does not know it
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

/** The same while the connection's schema is being read for the first time. */
export function zoneBeforeSchema(named: string | undefined, ofFile: string | undefined): AskedZone {
  const timezone = named ?? ofFile ?? 'UTC';
  return { timezone, model: ofFile ?? timezone, isOpen: named === undefined && ofFile === undefined };
}

const unknownToServer = (model: string): { zh: string; en: string } => ({
  zh: `该数据库不支持这个时区，请改用同一时区的其他城市，或 ${model}`,
  en: `is not a time zone that this database knows: write another city of the zone, or ${model}`,
});

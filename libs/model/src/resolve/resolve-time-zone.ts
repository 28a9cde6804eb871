import { isTimeZone, serverTimeZone, type SchemaSnapshot } from '@querent/contracts';
import type { ModelFile } from '../file/model-file';
import type { SemanticModel } from '../semantic-model';
import type { ModelDraft } from './model-draft';

/** What is assumed where neither the file nor the server names a zone; every answer that depends on it says so. */
const ASSUMED = 'UTC';

/**
 * The model's zone, by a name that the server knows: the file's, else the server's. A zone of the file that the server
 * does not know is a
 * mistake, since each statement that names it would fail.
 */
export function resolveTimeZone(
  draft: ModelDraft,
  snapshot: SchemaSnapshot,
  file: ModelFile | null,
): Pick<SemanticModel, 'timezone' | 'timezoneFrom' | 'timeZones'> {
  const known = snapshot.timeZones === undefined ? {} : { timeZones: snapshot.timeZones };
  const named = file?.timezone;
  if (named !== undefined) {
    const timezone = serverTimeZone(named, snapshot.timeZones);
    if (timezone === null)
      draft.report(
        ['timezone'],
        `the database server does not know the time zone "${named}": write the name of another city in it`,
      );
    return { timezone: timezone ?? named, ...known };
  }
  const { timeZone } = snapshot;
  const isUsable = timeZone !== undefined && isTimeZone(timeZone);
  return isUsable
    ? { timezone: timeZone, timezoneFrom: 'server', ...known }
    : { timezone: ASSUMED, timezoneFrom: 'assumed', ...known };
}

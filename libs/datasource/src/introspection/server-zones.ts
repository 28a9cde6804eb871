import { equalTimeZone, isTimeZone, type SchemaSnapshot } from '@querent/contracts';

export type ServerZones = Pick<SchemaSnapshot, 'timeZone' | 'timeZones'>;

/** The zone of a session: the server's name for it, and its hours ahead of UTC in winter and in summer. */
export interface SessionZone {
  name: string;
  winter: number;
  summer: number;
}

/**
 * The zones that a server knows by area and city, and the default zone of its sessions. A zone without such a name
 * (`localtime`, `<+08>-08`) is identified by its offset from UTC if that is a constant whole number of hours; otherwise
 * it is absent.
 */
export function serverZones(session: SessionZone, names: readonly string[]): ServerZones {
  const timeZones = names.filter(isTimeZone);
  const timeZone = equalTimeZone(session.name, timeZones) ?? fixedZone(session, timeZones);
  return { timeZones, ...(timeZone === null ? {} : { timeZone }) };
}

/** `Etc/GMT-8` is eight hours AHEAD of UTC: the sign is POSIX's. */
function fixedZone({ winter, summer }: SessionZone, names: readonly string[]): string | null {
  if (winter !== summer || !Number.isInteger(winter)) return null;
  const name = winter === 0 ? 'Etc/UTC' : `Etc/GMT${winter > 0 ? '-' : '+'}${Math.abs(winter)}`;
  return names.includes(name) ? name : null;
}

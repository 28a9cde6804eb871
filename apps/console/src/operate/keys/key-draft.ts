import type { Session } from '../../session/session-query';

export const expiries = ['never', 'days30', 'days90', 'year'] as const;
export type Expiry = (typeof expiries)[number];

export interface KeyDraft {
  name: string;
  tenant: string;
  scopes: Session['scopes'];
  /** Null: all of the tenant. */
  connections: string[] | null;
  expiry: Expiry;
}

const days: Record<Expiry, number | null> = { never: null, days30: 30, days90: 90, year: 365 };

/** The member of a new key for its end; none if it has no end. @param now ms since 1970 */
export function endOf(expiry: Expiry, now: number): { expiresAt?: string } {
  const count = days[expiry];
  return count === null ? {} : { expiresAt: new Date(now + count * 86_400_000).toISOString() };
}

/** Fields that must be filled before the key can be created. */
export function mistakesOf({ name, scopes, connections }: KeyDraft): ('name' | 'scopes' | 'connections')[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(scopes.length === 0 ? (['scopes'] as const) : []),
    ...(connections?.length === 0 ? (['connections'] as const) : []),
  ];
}

import type { BilingualText } from '@querent/language';

/**
 * `refuse`: the login is equivalent to a superuser, so neither grants nor a READ ONLY transaction restrict it. `warn`:
 * it can do more than read what it was granted.
 */
export type FindingSeverity = 'refuse' | 'warn';

export interface RoleFinding {
  /** The rule's id, e.g. `writable_relations`. */
  rule: string;
  severity: FindingSeverity;
  /** One or two sentences for administrators; they name roles and objects, never a password. */
  what: BilingualText;
  /** SQL statements that fix it, in this order and in one session, as a superuser. Empty if only people can decide. */
  fix: string[];
}

/** The rights of a connection's login beyond reading. */
export interface RoleReport {
  login: string;
  /** A superuser, or a login that can act as one: true exactly if a finding has the severity `refuse`. */
  isSuperuser: boolean;
  findings: RoleFinding[];
}

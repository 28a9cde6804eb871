/**
 * `refuse`: the login is as good as a superuser, so neither grants nor a READ ONLY transaction hold it. `warn`: it can
 * do more than read what it was granted.
 */
export type FindingSeverity = 'refuse' | 'warn';

export interface RoleFinding {
  /** The rule's id, e.g. `writable_relations`. */
  rule: string;
  severity: FindingSeverity;
  /** One or two English sentences for administrators; they name roles and objects, never a password. */
  what: string;
  /**
   * SQL statements that end it, in this order and in one session, as a superuser. Empty where only people can decide.
   */
  fix: string[];
}

/** What one login of a connection can do beyond reading. */
export interface RoleReport {
  login: string;
  /** A superuser, or a login that can act as one: true exactly when a finding says `refuse`. */
  isSuperuser: boolean;
  findings: RoleFinding[];
}

/** The trail's keys in Redis, both in one slot. */
export interface AuditKeys {
  /** Stream: the entries. */
  trail: string;
  /** String: the link of the last entry. */
  head: string;
}

export const auditKeysOf = (prefix: string): AuditKeys => ({ trail: `${prefix}:{audit}:trail`, head: `${prefix}:{audit}:head` });

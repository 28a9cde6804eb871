/** The keys of a trail in Redis, both in one slot. */
export interface AuditKeys {
  /** Stream: the entries. */
  trail: string;
  /** String: the link of the last entry. */
  head: string;
}

/** Of a tenant's own trail. */
export const tenantsTrail = (prefix: string, tenant: string): AuditKeys => ({
  trail: `${sharedTrail(prefix).trail}:${keyPart(tenant)}`,
  head: `${sharedTrail(prefix).head}:${keyPart(tenant)}`,
});

/** Of the trail of requests that are of no tenant. Versions before tenants had trails wrote every tenant's entries here: it is read for them. */
export const sharedTrail = (prefix: string): AuditKeys => ({ trail: `${prefix}:{audit}:trail`, head: `${prefix}:{audit}:head` });

/** A name as a part of a key: it must neither end the part nor move the hash slot. JSON first: a lone surrogate cannot be encoded otherwise. */
const keyPart = (name: string): string => encodeURIComponent(JSON.stringify(name).slice(1, -1));

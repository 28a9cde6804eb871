import { keyPart, type KnownKey } from '@querent/platform';

/** Whether a key belongs entirely to a tenant by its name. Keys of runs name the run instead. */
export function isNamedFor(tenant: string, { family, parts }: KnownKey): boolean {
  if (family.owner === 'tenant')
    return parts['tenant'] === keyPart(tenant) || parts['tenant'] === encodeURIComponent(tenant);
  return family.owner === 'audience' && isOwnAudience(tenant, parts['audience'] ?? '');
}

/**
 * Whether an audience belongs to one tenant: `<connection>@<tenant>`. In a key of the file samples it is encoded once
 * more.
 */
export const isOwnAudience = (tenant: string, audience: string): boolean =>
  audience.endsWith(`@${keyPart(tenant)}`) || audience.endsWith(keyPart(`@${keyPart(tenant)}`));

/** Whether a key belongs to the audit trail of one tenant. */
export const isTrailOf = (tenant: string, { family, parts }: KnownKey): boolean =>
  family.name === 'audit trails' && ['trail', 'head'].some((part) => parts['part'] === `${part}:${keyPart(tenant)}`);

import { keyPart, type KnownKey } from '@querent/platform';

/** Whether a key is all a tenant's by its name. Runs' keys name the run instead. */
export function isNamedFor(tenant: string, { family, parts }: KnownKey): boolean {
  if (family.whose === 'tenant')
    return parts['tenant'] === keyPart(tenant) || parts['tenant'] === encodeURIComponent(tenant);
  return family.whose === 'audience' && isOwnAudience(tenant, parts['audience'] ?? '');
}

/**
 * Whether an audience is one tenant's alone: `<connection>@<tenant>`. As a part of a key of the file samples it is
 * encoded once more.
 */
export const isOwnAudience = (tenant: string, audience: string): boolean =>
  audience.endsWith(`@${keyPart(tenant)}`) || audience.endsWith(keyPart(`@${keyPart(tenant)}`));

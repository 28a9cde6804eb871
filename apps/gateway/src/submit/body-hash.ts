import { createHash } from 'node:crypto';

/** Digest of a body, independent of the order of its members. */
export function bodyHash(body: Record<string, unknown>): string {
  const members = Object.keys(body)
    .sort()
    .map((name) => [name, body[name]]);
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

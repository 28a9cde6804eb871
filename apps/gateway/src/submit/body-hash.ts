import { createHash } from 'node:crypto';

/** A digest that is equal for equal bodies, whatever the order of their members. */
export function bodyHash(body: Record<string, unknown>): string {
  const members = Object.keys(body)
    .sort()
    .map((name) => [name, body[name]]);
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

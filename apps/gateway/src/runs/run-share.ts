import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretsIn } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/**
 * Share tokens: capabilities to read one run, which its asker passes on within the tenant. Nothing is stored. A token
 * is an HMAC of tenant and run, under a key derived from QUERENT_SECRET_KEY: its first secret signs, all verify.
 */

type SharedRun = Pick<Run, 'id' | 'tenant'>;

export const SHARE_HEADER = 'Querent-Share';

/** Query string of the routes that read a run. A token of another form is a wrong token, and no mistake. */
export const shareQuerySchema = z.object({
  share: z.string().optional().describe(`like the header \`${SHARE_HEADER}\`, for addresses that a browser opens`),
});

export const shareViewSchema = z.object({ token: z.string().describe(`value of the header \`${SHARE_HEADER}\``) });

/** The token of a run; null without a secret. @param secrets QUERENT_SECRET_KEY */
export function shareToken(secrets: string | undefined, run: SharedRun): string | null {
  const [first] = secretsIn(secrets);
  return first === undefined ? null : macOf(first, run).toString('base64url');
}

/** Whether a text is the token of a run, in constant time for each secret. */
export function isShareToken(secrets: string | undefined, run: SharedRun, text: string): boolean {
  const given = Buffer.from(text, 'base64url');
  return secretsIn(secrets)
    .map((secret) => macOf(secret, run))
    .some((mac) => given.length === mac.length && timingSafeEqual(given, mac));
}

/** The share token of a request: in the header, else in the query string. */
export function shareOf({ headers, query }: FastifyRequest): string | null {
  const header = headers[SHARE_HEADER.toLowerCase()];
  if (typeof header === 'string') return header;
  return shareQuerySchema.safeParse(query).data?.share ?? null;
}

const macOf = (secret: string, { tenant, id }: SharedRun): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'querent/shares/v1', 32)))
    .update(JSON.stringify([tenant, id]))
    .digest();

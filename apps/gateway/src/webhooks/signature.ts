import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The signature of a webhook: `t=<seconds since 1970>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<t>.<body>` under the
 * key; one v1 for each key. A receiver computes the same and refuses an old timestamp, so a recorded call cannot be
 * replayed (the scheme is Stripe's, https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureOf(keys: readonly string[], body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return [
    `t=${seconds}`,
    ...keys.map((key) => `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`),
  ].join();
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of `<id>.<seconds>.<body>` in
 * base64, one signature for each key, the newest key first.
 * @param id identifies the call, also when it is retried; contains no dot
 */
export function standardHeaders(
  keys: readonly string[],
  { id, body, now }: { id: string; body: string; now: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const signed = `${id}.${seconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  };
}

/** A key in the format of Standard Webhooks: prefix and base64 of the signing bytes. */
export const standardSecret = (key: string): string => `whsec_${Buffer.from(key).toString('base64')}`;

/**
 * The key that signs one tenant's webhooks: 64 hex digits, whose text is the key. It is derived by HKDF (RFC 5869), so
 * that a receiver that checks signatures has neither another tenant's key nor the secret that decrypts the passwords of
 * connections.
 */
export const tenantKey = (secret: string, tenant: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `querent/webhooks/v1/${tenant}`, 32)).toString('hex');

import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The signature of a webhook: `t=<seconds since 1970>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<t>.<body>` under the
 * key; one v1 for each key. A receiver computes the same and refuses a time that lies too far back: so a call that
 * somebody recorded cannot be played again (the scheme is Stripe's, https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureOf(keys: readonly string[], body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return [
    `t=${seconds}`,
    ...keys.map((key) => `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`),
  ].join();
}

/**
 * The key that signs one tenant's webhooks, 64 hex digits (used as they stand): derived by HKDF (RFC 5869), so that
 * whoever checks a signature holds no other tenant's key, nor the secret that opens the passwords of connections.
 */
export const tenantKey = (secret: string, tenant: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `querent/webhooks/v1/${tenant}`, 32)).toString('hex');

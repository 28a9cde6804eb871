import { createHmac } from 'node:crypto';

/**
 * The `X-Querent-Signature` of a webhook: `t=<seconds since 1970>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<t>.<body>`
 * under QUERENT_SECRET_KEY. A receiver computes the same and refuses a time that lies too far back: so a call that
 * somebody recorded cannot be played again (the scheme is Stripe's, https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

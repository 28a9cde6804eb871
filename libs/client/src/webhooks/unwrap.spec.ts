import { createHmac } from 'node:crypto';
import { runView } from '../fixture/scripted-api';
import { webhooks } from './unwrap';

const secret = 'ab'.repeat(32);
const standardSecret = `whsec_${Buffer.from(secret).toString('base64')}`;
const run = runView('succeeded', { question: '销售额' });
const body = JSON.stringify(run);
const now = (): number => 1_750_000_000_000;
const seconds = now() / 1_000;

/** Signs as the gateway does; infra/tools/client verifies the calls of the gateway itself. */
function signed(text: string, key = secret, at = seconds): Record<string, string> {
  const mac = (of: string) => createHmac('sha256', key).update(of);
  return {
    'webhook-id': 'q1-3',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${mac(`q1-3.${at}.${text}`).digest('base64')}`,
    'x-querent-delivery': 'q1-3',
    'x-querent-tenant-signature': `t=${at},v1=${mac(`${at}.${text}`).digest('hex')}`,
  };
}

const ours = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('webhook-')));

describe('A webhook', () => {
  it.each([
    ['text, plain secret', body, signed(body), secret],
    ['bytes, standard secret', new TextEncoder().encode(body), signed(body), standardSecret],
    ['several secrets during a rotation', body, signed(body), ['cd'.repeat(32), secret]],
    ['only the header of Querent', body, ours(signed(body)), secret],
    ['a Headers object', body, new Headers(signed(body)), secret],
    [
      'header names in capitals',
      body,
      {
        'Webhook-Id': 'q1-3',
        'Webhook-Timestamp': String(seconds),
        'Webhook-Signature': signed(body)['webhook-signature'],
      },
      secret,
    ],
  ])('(%s) is verified and parsed', async (_, raw, headers, secrets) => {
    expect(await webhooks.unwrap(raw, headers, secrets, { now })).toEqual({ run, delivery: 'q1-3' });
  });

  it('is accepted with the older of two signatures', async () => {
    const other = signed(body, 'cd'.repeat(32))['webhook-signature'];
    const headers = { ...signed(body), 'webhook-signature': `${other} ${signed(body)['webhook-signature']}` };
    expect((await webhooks.unwrap(body, headers, secret, { now })).run.id).toBe('q1');
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['another body', `${body} `, signed(body), 'signature_wrong'],
    ['another body under the header of Querent', `${body} `, ours(signed(body)), 'signature_wrong'],
    ['another id', body, { ...signed(body), 'webhook-id': 'q1-4' }, 'signature_wrong'],
    ['another key', body, signed(body, 'cd'.repeat(32)), 'signature_wrong'],
    ['an old call', body, signed(body, secret, seconds - 301), 'too_old'],
    [
      'an old call with a new time',
      body,
      { ...signed(body, secret, seconds - 301), 'webhook-timestamp': String(seconds) },
      'signature_wrong',
    ],
    ['a call from the future', body, signed(body, secret, seconds + 301), 'too_new'],
    ['no signature', body, {}, 'signature_missing'],
    ['an empty signature', body, { ...signed(body), 'webhook-signature': '' }, 'signature_missing'],
    ['a time that is not a number', body, { ...signed(body), 'webhook-timestamp': 'NaN' }, 'signature_missing'],
    ['a body that is no run', '[]', signed('[]'), 'malformed'],
    ['a body that is not JSON', '{', signed('{'), 'malformed'],
  ])('is refused for %s', async (_, raw, headers, reason) => {
    await expect(webhooks.unwrap(raw, headers, secret, { now })).rejects.toMatchObject({
      name: 'WebhookError',
      reason,
    });
  });

  it('may be as old as the tolerance allows', async () => {
    const headers = signed(body, secret, seconds - 900);
    await expect(webhooks.unwrap(body, headers, secret, { now, toleranceSeconds: 901 })).resolves.toBeDefined();
  });
});

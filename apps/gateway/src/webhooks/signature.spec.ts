import { webhooks } from '@querent/client';
import { Webhook } from 'standardwebhooks';
import { signatureOf, standardHeaders, standardSecret, tenantKey } from './signature';

/** Uses the verifier of Standard Webhooks; `Webhook` reads the clock of this process. */
describe('the headers of Standard Webhooks', () => {
  const [newer, older] = [tenantKey('the new secret', 'acme'), tenantKey('the old secret', 'acme')];
  const body = '{"question":"上个月的销售额","rows":[["é",1.5]]}';
  const call = (secondsAgo = 0) => ({ id: 'run-3', body, now: new Date(Date.now() - secondsAgo * 1_000) });

  it('are accepted with the secret as base64 text, and as raw bytes', () => {
    const headers = standardHeaders([newer], call());
    expect(new Webhook(standardSecret(newer)).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(newer, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('carry a signature of each key during a rotation, so that receivers may hold either', () => {
    const headers = standardHeaders([newer, older], call());
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const key of [newer, older])
      expect(new Webhook(standardSecret(key)).verify(body, headers)).toEqual(JSON.parse(body));
    expect(signatureOf([newer, older], body, new Date()).match(/v1=/g)).toHaveLength(2);
  });

  it.each<[string, number, string, () => Record<string, string>, RegExp]>([
    ['another body', 0, `${body} `, () => ({}), /No matching signature/],
    ['another id', 0, body, () => ({ 'webhook-id': 'run-4' }), /No matching signature/],
    ['an old call', 301, body, () => ({}), /too old/],
    [
      'an old call with a new time',
      301,
      body,
      () => ({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }),
      /No matching signature/,
    ],
    ['no signature', 0, body, () => ({ 'webhook-signature': '' }), /Missing required headers/],
  ])('are refused for %s', (_name, secondsAgo, received, changed, reason) => {
    const headers = { ...standardHeaders([newer], call(secondsAgo)), ...changed() };
    expect(() => new Webhook(standardSecret(newer)).verify(received, headers)).toThrow(reason);
  });

  it('cannot be derived from a signature in our header, although the same key signs both', () => {
    const ours = signatureOf([newer], body, new Date());
    // `<t>.<body>` read as `<id>.<seconds>.<body>`: the time as the id, and the body up to its first dot as the time.
    const [, time = '', mac = ''] = /^t=(\d+),v1=(.+)$/.exec(ours) ?? [];
    const [head = '', ...rest] = body.split('.');
    const passedOff = {
      'webhook-id': time,
      'webhook-timestamp': head,
      'webhook-signature': `v1,${Buffer.from(mac, 'hex').toString('base64')}`,
    };
    expect(() => new Webhook(standardSecret(newer)).verify(rest.join('.'), passedOff)).toThrow(
      'Invalid Signature Headers',
    );
  });
});

describe('the public client', () => {
  const [newer, older] = [tenantKey('the new secret', 'acme'), tenantKey('the old secret', 'acme')];
  const body = '{"id":"q1","status":"succeeded","question":"上个月的销售额"}';
  const standard = () => standardHeaders([newer, older], { id: 'q1-3', body, now: new Date() });
  const ours = () => ({
    'x-querent-delivery': 'q1-3',
    'x-querent-tenant-signature': signatureOf([newer, older], body, new Date()),
  });

  it.each([
    ['Standard Webhooks', standard],
    ['Querent', ours],
  ])('accepts the headers of %s with either key during a rotation, in both of its forms', async (_, headers) => {
    for (const secret of [newer, older, standardSecret(newer), standardSecret(older)])
      expect(await webhooks.unwrap(body, headers(), secret)).toEqual({ delivery: 'q1-3', run: JSON.parse(body) });
  });

  it.each([
    ['Standard Webhooks', standard],
    ['Querent', ours],
  ])('refuses the headers of %s with the key of another tenant', async (_, headers) => {
    await expect(webhooks.unwrap(body, headers(), tenantKey('the new secret', 'other'))).rejects.toThrow(
      'signature wrong',
    );
  });
});

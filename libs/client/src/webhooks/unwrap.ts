import type { Run } from '../api-names';

export interface UnwrapOptions {
  /** Largest difference between the time of the call and the clock, seconds. Default: 300. */
  toleranceSeconds?: number | undefined;
  /** The clock, ms since 1970. */
  now?: (() => number) | undefined;
}

/** A verified webhook. */
export interface WebhookCall {
  /** Id of the delivery, which is the same for each attempt: skip one that was processed before. */
  delivery: string | null;
  run: Run;
}

/** A call that must not be processed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(readonly reason: 'signature_missing' | 'signature_wrong' | 'too_old' | 'too_new' | 'malformed') {
    super(`The webhook is refused: ${reason.replace('_', ' ')}.`);
  }
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What was signed, and its signatures, of which one must match. */
interface Signed {
  seconds: string;
  text: string;
  signatures: Uint8Array<ArrayBuffer>[];
  delivery: string | null;
}

export const webhooks = {
  /**
   * Verifies the signature and the age of a webhook, and parses it.
   * @param raw the body exactly as it arrived
   * @param secret `secret` or `standardSecret` of `GET /v1/webhook-secret`; several during a rotation
   * @throws WebhookError
   */
  async unwrap(
    raw: string | Uint8Array,
    headers: HeaderSource,
    secret: string | readonly string[],
    { toleranceSeconds = 300, now = Date.now }: UnwrapOptions = {},
  ): Promise<WebhookCall> {
    const body = typeof raw === 'string' ? raw : new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw);
    const signed = signedParts(body, (name) => headerOf(headers, name));
    const ageSeconds = now() / 1_000 - Number(signed.seconds);
    if (ageSeconds > toleranceSeconds) throw new WebhookError('too_old');
    if (ageSeconds < -toleranceSeconds) throw new WebhookError('too_new');
    const secrets = typeof secret === 'string' ? [secret] : secret;
    const matches = await Promise.all(secrets.map((one) => isSignedBy(one, signed)));
    if (!matches.includes(true)) throw new WebhookError('signature_wrong');
    return { delivery: signed.delivery, run: runIn(body) };
  },
};

/** Longest list of signatures that is checked; the gateway sends one for each of its secrets. */
const MOST_SIGNATURES = 8;

/**
 * Prefers the headers of Standard Webhooks (https://www.standardwebhooks.com), which also sign the id of the delivery,
 * over `X-Querent-Tenant-Signature`.
 */
function signedParts(body: string, header: (name: string) => string | null): Signed {
  const standard = header('webhook-signature');
  const ours = header('x-querent-tenant-signature');
  if (standard !== null) {
    const [id, seconds] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? ''];
    const signatures = [...standard.matchAll(/(?:^|\s)v1,([\w+/]{43}=)(?=\s|$)/g)].map(([, text = '']) => base64(text));
    return checked({ seconds, text: `${id}.${seconds}.${body}`, signatures, delivery: id });
  }
  if (ours === null) throw new WebhookError('signature_missing');
  const seconds = /(?:^|,)t=(\d+)(?=,|$)/.exec(ours)?.[1] ?? '';
  const signatures = [...ours.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map(([, text = '']) => hex(text));
  return checked({ seconds, text: `${seconds}.${body}`, signatures, delivery: header('x-querent-delivery') });
}

function checked(signed: Signed): Signed {
  if (!/^\d{1,12}$/.test(signed.seconds) || signed.signatures.length === 0) throw new WebhookError('signature_missing');
  return { ...signed, signatures: signed.signatures.slice(0, MOST_SIGNATURES) };
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSignedBy(secret: string, { text, signatures }: Signed): Promise<boolean> {
  const encoder = new TextEncoder();
  const bytes = secret.startsWith('whsec_') ? base64(secret.slice('whsec_'.length)) : encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const data = encoder.encode(text);
  const matches = signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, data));
  return (await Promise.all(matches)).includes(true);
}

function runIn(body: string): Run {
  try {
    const run: unknown = JSON.parse(body);
    const { id, status } = Object(run) as Record<string, unknown>;
    if (typeof id === 'string' && typeof status === 'string') return run as Run;
  } catch {
    // Reported below.
  }
  throw new WebhookError('malformed');
}

function headerOf(headers: HeaderSource, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? null);
}

const isHeaders = (headers: HeaderSource): headers is Headers => typeof headers.get === 'function';
const base64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const hex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

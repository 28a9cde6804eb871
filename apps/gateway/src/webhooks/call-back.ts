import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicAddress, literalAddress, PrivateAddressError, publicLookup } from './public-address';

export interface Call {
  url: string;
  body: string;
  headers: Record<string, string>;
}

export interface CallLimits {
  timeoutMs: number;
  /** Private and loopback addresses may be called; for tests and closed networks. */
  allowPrivate: boolean;
}

/** `gone`: the receiver wants no more (410), or the address may not be called at all; trying again is of no use. */
export type CallResult = { kind: 'taken' } | { kind: 'gone'; reason: string } | { kind: 'failed'; reason: string };

/** More of an answer is not read. */
const ANSWER_BYTES = 64 * 1024;

/** Makes one call. Never throws, follows no redirect, reads no more of the answer than it must. */
export async function callBack(call: Call, limits: CallLimits, signal: AbortSignal): Promise<CallResult> {
  try {
    const status = await post(call, limits, AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]));
    if (status >= 200 && status < 300) return { kind: 'taken' };
    return { kind: status === 410 ? 'gone' : 'failed', reason: `status ${status}` };
  } catch (error) {
    if (error instanceof PrivateAddressError) return { kind: 'gone', reason: error.message };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function post({ url, body, headers }: Call, { allowPrivate }: CallLimits, signal: AbortSignal): Promise<number> {
  const target = new URL(url);
  const literal = literalAddress(target);
  if (!allowPrivate && literal !== null && !isPublicAddress(literal)) throw new PrivateAddressError();
  const options: RequestOptions = {
    method: 'POST', signal, agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options, (response) => {
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > ANSWER_BYTES) response.destroy();
      });
      response.once('close', () => resolve(response.statusCode ?? 0));
      response.on('error', () => undefined);
    });
    request.once('error', reject);
    request.end(body);
  });
}

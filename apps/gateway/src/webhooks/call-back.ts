import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { LinkedAbort } from '@querent/platform';
import { isPublicAddress, literalAddress, PrivateAddressError, publicLookup } from './public-address';

export interface Call {
  url: string;
  body: string;
  headers: Record<string, string>;
}

export interface CallLimits {
  timeoutMs: number;
  /** Permit calls to private and loopback addresses; for tests and closed networks. */
  allowPrivate: boolean;
}

/** `gone`: the receiver answered 410, or the address is not permitted; retrying is useless. */
export type CallResult = { kind: 'taken' } | { kind: 'gone'; reason: string } | { kind: 'failed'; reason: string };

/**
 * Only the status matters. A limited part of the body is read so that well-behaved receivers see no broken connection.
 */
const ANSWER_BYTES = 64 * 1024;
const ANSWER_MS = 1_000;

/** Makes one call. Never throws, follows no redirects, and reads only a limited part of the response. */
export async function callBack(call: Call, limits: CallLimits, signal: AbortSignal): Promise<CallResult> {
  const end = new LinkedAbort([signal], limits.timeoutMs);
  try {
    const status = await post(call, limits, end.signal);
    if (status >= 200 && status < 300) return { kind: 'taken' };
    return { kind: status === 410 ? 'gone' : 'failed', reason: `status ${status}` };
  } catch (error) {
    if (error instanceof PrivateAddressError) return { kind: 'gone', reason: error.message };
    if (end.signal.aborted && !signal.aborted)
      return { kind: 'failed', reason: `no answer within ${limits.timeoutMs} ms` };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    end.release();
  }
}

function post({ url, body, headers }: Call, { allowPrivate }: CallLimits, signal: AbortSignal): Promise<number> {
  const target = new URL(url);
  const literal = literalAddress(target);
  if (!allowPrivate && literal !== null && !isPublicAddress(literal)) throw new PrivateAddressError();
  const options: RequestOptions = {
    method: 'POST',
    signal,
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options, (response) => {
      let read = 0;
      const enough = setTimeout(() => response.destroy(), ANSWER_MS).unref();
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > ANSWER_BYTES) response.destroy();
      });
      response.once('close', () => clearTimeout(enough));
      response.on('error', () => undefined);
      // Resolves at the status, not at the end of the body: a receiver that drips bytes could hold a slot forever.
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
    request.end(body);
  });
}

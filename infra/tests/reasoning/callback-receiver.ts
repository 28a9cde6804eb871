import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook receiver that accepts every call. */
export interface CallbackReceiver {
  url: string;
  /** The header `traceparent` of each call, in order. */
  readonly traceparents: readonly string[];
  stop(): Promise<void>;
}

export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const traceparents: string[] = [];
  const server = createServer((request, response) => {
    traceparents.push(String(request.headers['traceparent']));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The process can end even if a failed test did not stop the receiver.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    traceparents,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

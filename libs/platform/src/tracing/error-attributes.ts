import type { SpanAttributes } from './span-attributes';

/** Codes of PostgreSQL, of the system (ECONNREFUSED) and ours (`why`, `code`). */
const CODE = /^[A-Za-z0-9_]{1,40}$/;

/** Span attributes of an error: its class and its code. Messages may contain values, statements and names. */
export function errorAttributes(error: unknown): SpanAttributes {
  if (!(error instanceof Error)) return { 'error.type': typeof error };
  const { sqlstate, code, why } = error as { sqlstate?: unknown; code?: unknown; why?: unknown };
  const found = [sqlstate, code, why].find((one): one is string => typeof one === 'string' && CODE.test(one));
  return { 'error.type': error.name, 'querent.error.code': found };
}

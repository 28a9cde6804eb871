/**
 * Redaction of a job's members in the dashboard. One queue holds the jobs of all tenants, and failure reasons are
 * technical texts that may quote a tenant's data; each tenant's dead letters show its own reasons.
 */
const redactions: Readonly<Record<string, (value: unknown) => unknown>> = {
  data: (value) => pick(value, ['runId', 'version', 'traceparent']),
  failedReason: (value) =>
    value === undefined || value === null ? value : 'See the reason in its dead letter: GET /v1/dead-letters',
  deferredFailure: () => undefined,
  stacktrace: (value) => (Array.isArray(value) ? value.map(errorName) : []),
  returnValue: () => null,
  returnvalue: () => null,
  progress: (value) => (typeof value === 'number' ? value : null),
};

/**
 * Redacts a JSON response of the dashboard's API: of a job only its run and state remain. A response that is a list
 * holds log lines of a job and is emptied.
 */
export function redactedResponse(json: string): string {
  const answer: unknown = JSON.parse(json);
  return JSON.stringify(Array.isArray(answer) ? [] : withoutTexts(answer));
}

function withoutTexts(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutTexts);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Object.hasOwn(redactions, name) ? redactions[name]?.(value) : withoutTexts(value),
    ]),
  );
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const from = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => (['string', 'number'].includes(typeof from[name]) ? [[name, from[name]]] : [])),
  );
}

/** Class name of an error, without its message. */
const errorName = (stack: unknown): string => /^[A-Z]\w{0,63}(?=:|$)/.exec(String(stack))?.[0] ?? 'Error';

/**
 * Members of a job as the dashboard sends it, and what is shown in their place. Jobs of all tenants stand in one queue,
 * and the reasons of failures are technical texts, which may name what another tenant's database holds: each tenant's
 * dead letters tell its own.
 */
const shown: Readonly<Record<string, (value: unknown) => unknown>> = {
  data: (value) => pick(value, ['runId', 'version', 'traceparent']),
  failedReason: (value) =>
    value === undefined || value === null ? value : 'A dead letter tells why: GET /v1/dead-letters',
  deferredFailure: () => undefined,
  stacktrace: (value) => (Array.isArray(value) ? value.map(errorName) : []),
  returnValue: () => null,
  returnvalue: () => null,
  progress: (value) => (typeof value === 'number' ? value : null),
};

/**
 * An answer of the dashboard's API, in JSON, with nothing of a job but what it is about and where it stands. Lists
 * alone are lines of its log.
 */
export function censoredAnswer(json: string): string {
  const answer: unknown = JSON.parse(json);
  return JSON.stringify(Array.isArray(answer) ? [] : withoutTexts(answer));
}

function withoutTexts(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutTexts);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Object.hasOwn(shown, name) ? shown[name]?.(value) : withoutTexts(value),
    ]),
  );
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const from = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => (['string', 'number'].includes(typeof from[name]) ? [[name, from[name]]] : [])),
  );
}

/** What kind of error it was, without its message. */
const errorName = (stack: unknown): string => /^[A-Z]\w{0,63}(?=:|$)/.exec(String(stack))?.[0] ?? 'Error';

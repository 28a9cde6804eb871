import type { ErrorCode, Problem } from '../api-names';

/** A string that editors complete with the known codes; a newer server may send others. */
type OpenCode = ErrorCode | (string & Record<never, never>);

/** An error response of the server. `message` and `detail` are the text for users, in their language. */
export class QuerentError extends Error {
  override readonly name = 'QuerentError';
  readonly status: number;
  /** Stable code of the problem; null if something else than the gateway answered, such as a proxy. */
  readonly code: OpenCode | null;
  readonly detail: string;
  /** What the user can do, in words for users. */
  readonly actions: string[];
  /** Seconds after which a repetition may succeed; null if the server names none. */
  readonly retryAfter: number | null;
  /** Mistakes in the request, each with the path of its field. */
  readonly errors: NonNullable<Problem['errors']>;
  /** For a change that another one overtook: unified diff from the configuration in force to the one sent. */
  readonly difference: string | null;
  /** Id of the request, which the server's log lines contain; null if something else than the gateway answered. */
  readonly requestId: string | null;

  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    const detail = problem.detail ?? problem.title ?? `The server answered with status ${status}.`;
    super(detail);
    this.status = status;
    this.code = problem.code ?? null;
    this.detail = detail;
    this.actions = problem.actions ?? [];
    this.retryAfter = secondsOf(headers.get('retry-after'));
    this.errors = problem.errors ?? [];
    this.difference = problem.difference ?? null;
    this.requestId = headers.get('x-request-id') ?? problem.requestId ?? null;
  }
}

/** The server was not reached, or the connection broke before the response was complete. `cause` is the reason. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Codes of errors that a repetition does not help, although their status usually means a temporary fault. */
export const permanentCodes: readonly ErrorCode[] = ['connection_misconfigured', 'agent_misconfigured'];

/** Reads an error response. A body that is not a problem (RFC 9457) leaves the status alone. */
export async function responseError(response: Response): Promise<QuerentError> {
  const text = await response.text().catch(() => '');
  return new QuerentError(response.status, problemIn(text), response.headers);
}

function problemIn(text: string): Partial<Problem> {
  try {
    const { code, title, detail, actions, errors, difference, requestId } = Object(JSON.parse(text)) as Record<
      string,
      unknown
    >;
    return {
      ...(typeof code === 'string' ? { code: code as ErrorCode } : {}),
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof detail === 'string' ? { detail } : {}),
      ...(Array.isArray(actions) ? { actions: actions.map(String) } : {}),
      ...(typeof difference === 'string' ? { difference } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
      ...(Array.isArray(errors) ? { errors: errors.map(mistakeOf) } : {}),
    };
  } catch {
    return {};
  }
}

function mistakeOf(mistake: unknown): QuerentError['errors'][number] {
  const { path, message, line } = Object(mistake) as Record<string, unknown>;
  return {
    path: typeof path === 'string' ? path : '',
    message: typeof message === 'string' ? message : '',
    ...(typeof line === 'number' ? { line } : {}),
  };
}

/** Seconds of `Retry-After`: a number or a date (RFC 9110 §10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}

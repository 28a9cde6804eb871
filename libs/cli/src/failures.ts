import { NeedsReply, QuerentError, RunFailed, Unreachable } from '@querent/client';
import { exitCodes, type ExitCode } from './exit-codes';
import { NotSignedIn, UsageError } from './profiles';
import { clarificationLines } from './terminal/run-report';
import { printable } from './terminal/text-table.mjs';

/** An error as lines for stderr and an exit code. `lines` name what happened and what to do. */
export interface Failure {
  exitCode: ExitCode;
  lines: string[];
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, lines: [error.message] };
  if (error instanceof NotSignedIn) return { exitCode: exitCodes.refused, lines: [error.message] };
  if (error instanceof Unreachable)
    return {
      exitCode: exitCodes.unreachable,
      lines: [
        `The server was not reached: ${reasonOf(error)}`,
        '  → Check the address (`querent login URL` or QUERENT_URL) and the network.',
      ],
    };
  if (error instanceof RunFailed) return { exitCode: exitCodes.failed, lines: [printable(error.message)] };
  if (error instanceof NeedsReply)
    return {
      exitCode: exitCodes.needsReply,
      lines: [...clarificationLines(error.clarification), `  → querent reply ${error.run.id} 1`],
    };
  if (error instanceof QuerentError)
    return { exitCode: exitCodeOf(error), lines: [printable(error.detail), ...furtherLines(error)] };
  if (isSystemError(error)) return { exitCode: exitCodes.failed, lines: [printable(error.message)] };
  return { exitCode: exitCodes.failed, lines: [`Unexpected error: ${printable((error as Error | null)?.message)}`] };
}

function furtherLines({ actions, errors, difference, code, retryAfter, requestId }: QuerentError): string[] {
  return [
    ...actions.map((action) => `  → ${printable(action)}`),
    ...mistakeLines('', errors),
    ...(difference === null ? [] : difference.split('\n').map((line) => `  ${visible(line)}`)),
    ...(retryAfter === null ? [] : [`  → Try again in ${retryAfter} s.`]),
    ...(code === null
      ? []
      : [`  (${printable(code)}${requestId === null ? '' : `, request ${printable(requestId)}`})`]),
  ];
}

const exitCodeOf = ({ status }: QuerentError): ExitCode =>
  status === 401 || status === 403 ? exitCodes.refused : status === 412 ? exitCodes.overtaken : exitCodes.failed;

/** Mistakes in a file, as compilers print them, so that editors find the line. */
export const mistakeLines = (
  file: string,
  mistakes: readonly { path: string; message: string; line?: number }[],
): string[] =>
  mistakes.map(({ path, message, line }) => {
    const where = `${file}${line === undefined ? '' : `:${line}`}`;
    return `${where === '' ? '' : `${where}: `}${path === '' ? '' : `${printable(path)}: `}${printable(message)}`;
  });

/** Text of several lines without control characters; spaces and tabs stay. */
export const visible = (text: string): string => text.replace(/[^\P{C}\t\n]/gu, '\uFFFD');

/** The reason is deep in the causes: a refused connection, an unknown host. */
function reasonOf(error: Error): string {
  for (let cause: unknown = error; cause !== undefined && cause !== null; cause = Object(cause).cause) {
    const { code } = Object(cause) as { code?: unknown };
    if (typeof code === 'string') return printable(code);
  }
  return printable(error.message);
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

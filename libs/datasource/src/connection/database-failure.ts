import { redacted } from '@querent/platform';
import { classifyDatabaseError, type DatabaseErrorClass } from '@querent/sql';

/**
 * A failed statement or connection. `errorClass` decides the next step and the user's message; the message is the
 * driver's, for the log and for repair, never for a response.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';

  constructor(
    readonly errorClass: DatabaseErrorClass,
    message: string,
    readonly sqlstate: string | undefined,
    options?: ErrorOptions,
  ) {
    // Redacted, because the message is stored in runs, dead letters and logs, and a driver may quote its address.
    super(redacted(message), options);
  }
}

/**
 * The server answered, but the database was dropped, never existed, or a foreign one behind it is unavailable. These
 * states are permanent.
 */
const NOT_COMING_BACK = /^(?:3D|57P04|HV)/;

/**
 * Whether the connection broke or could not be made, which may be temporary: the same statement may run again once the
 * database is back.
 */
export const isConnectionLost = (error: unknown): error is DatabaseFailure =>
  error instanceof DatabaseFailure &&
  error.errorClass.name === 'connection_lost' &&
  !NOT_COMING_BACK.test(error.sqlstate ?? '');

/** pg reports a broken or failed connection by its message alone. */
const BROKEN_CONNECTION =
  /connection terminated|connection ended|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|too many connections/i;

/** Node's codes of a TLS session, a socket or a stream that ended during an exchange. */
const BROKEN_STREAM = /^(?:EPROTO|ERR_SSL_|ERR_TLS_|ERR_SOCKET_|ERR_STREAM_)/;

/** Wraps an error of pg. An existing DatabaseFailure passes unchanged. */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const own = codeOf(error);
  const isBroken = own === undefined ? BROKEN_CONNECTION.test(message) : BROKEN_STREAM.test(own);
  const code = isBroken ? '08006' : own;
  return new DatabaseFailure(classifyDatabaseError(code, message), message, code, { cause: error });
}

export function timeoutFailure(milliseconds: number): DatabaseFailure {
  const message = `canceling statement due to statement timeout (${Math.round(milliseconds)} ms)`;
  return new DatabaseFailure(classifyDatabaseError('57014', message), message, '57014');
}

export function cancelledFailure(): DatabaseFailure {
  return new DatabaseFailure(classifyDatabaseError('57014'), 'canceling statement due to user request', '57014');
}

export function silentServerFailure(): DatabaseFailure {
  return new DatabaseFailure(
    classifyDatabaseError('08006'),
    'the server accepted the connection but does not answer',
    '08006',
  );
}

export function fullPoolFailure(name: string): DatabaseFailure {
  return new DatabaseFailure(classifyDatabaseError('53300'), `all our connections to ${name} stayed busy`, '53300');
}

export function oversizedRowFailure(bytes: number): DatabaseFailure {
  return new DatabaseFailure(classifyDatabaseError('53200'), `a row of more than ${bytes} bytes`, '53200');
}

/** COPY answers with a stream of bytes, not with rows. */
export function copyFailure(): DatabaseFailure {
  return new DatabaseFailure(classifyDatabaseError('0A000'), 'COPY is not a query', '0A000');
}

export function nulByteFailure(): DatabaseFailure {
  return new DatabaseFailure(classifyDatabaseError('42601'), 'a statement holds a NUL character', '42601');
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

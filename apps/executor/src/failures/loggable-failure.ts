/**
 * SQLSTATE classes whose messages may quote stored values: data exceptions, constraint violations, and errors raised by
 * PL/pgSQL functions.
 */
const QUOTES_DATA = /^(?:22|23|P0)/;

/** The database's message, or undefined if it may quote a stored value, which must not enter a log. */
export const loggableMessage = (sqlstate: string | undefined, message: string): string | undefined =>
  QUOTES_DATA.test(sqlstate ?? '') ? undefined : message;

/** A run's technical error (`SQLSTATE: message`), reduced to the SQLSTATE if the message may quote a stored value. */
export function loggableError(error: string): string {
  const state = /^([0-9A-Z]{5}): /.exec(error)?.[1];
  return state === undefined || loggableMessage(state, error) !== undefined ? error : state;
}

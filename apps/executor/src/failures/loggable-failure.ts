/**
 * Classes of SQLSTATE whose messages may quote what is stored: data exceptions, violated constraints, what functions
 * raise.
 */
const QUOTES_DATA = /^(?:22|23|P0)/;

/** A database's message as a log may hold it: logs hold no rows, so none that may quote a stored value. */
export const loggableMessage = (sqlstate: string | undefined, message: string): string | undefined =>
  QUOTES_DATA.test(sqlstate ?? '') ? undefined : message;

/** The same for a technical error as runs keep it, `state: message`: then the state alone. */
export function loggableError(error: string): string {
  const state = /^([0-9A-Z]{5}): /.exec(error)?.[1];
  return state === undefined || loggableMessage(state, error) !== undefined ? error : state;
}

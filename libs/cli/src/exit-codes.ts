/** Exit codes of the command line; infra/docs/command-line.md lists them. */
export const exitCodes = {
  ok: 0,
  /** The question was not answered, or the server refused the request. */
  failed: 1,
  /** Wrong arguments. */
  usage: 2,
  /** The run waits for a reply, and there is no terminal. */
  needsReply: 3,
  /** There is no key, or it is not accepted. */
  refused: 4,
  /** The server was not reached. */
  unreachable: 5,
  /** Another change came first. */
  overtaken: 6,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

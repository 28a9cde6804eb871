/** Why a sign-in with the issuer did not succeed; the console explains each to the user. */
export const signInProblems = [
  /** The sign-in is unknown here: it took too long, was used before, or began in another browser. */
  'sign_in_expired',
  /** The issuer refused, or the user cancelled. */
  'sign_in_refused',
  /** The issuer's answer was not valid. */
  'sign_in_failed',
  /** The tokens grant nothing here. */
  'no_rights',
  'issuer_unavailable',
  /** The gateway cannot sign in at the moment. */
  'unavailable',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** Ends a sign-in with a problem. */
export class SignInError extends Error {
  constructor(
    readonly problem: SignInProblem,
    /** For the log: without codes, tokens and claims. */
    readonly reason: string,
    /** The page that the user came from. */
    readonly returnTo = '/',
  ) {
    super(`${problem}: ${reason}`);
    this.name = 'SignInError';
  }
}

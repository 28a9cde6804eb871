import type { Messages } from '../i18n/messages';

export type SignInProblem = keyof Messages['signIn']['problems'];

const problems: Readonly<Record<SignInProblem, true>> = {
  sign_in_expired: true,
  sign_in_refused: true,
  sign_in_failed: true,
  no_rights: true,
  issuer_unavailable: true,
  unavailable: true,
};

/** The problem that a sign-in with the organisation left in the address of the page; null: none that is known. */
export function problemInAddress(address: string): SignInProblem | null {
  const problem = new URL(address).searchParams.get('problem') ?? '';
  return Object.hasOwn(problems, problem) ? (problem as SignInProblem) : null;
}

/** The path, query and fragment of a page without the problem of a sign-in. */
export function withoutProblem(address: string): string {
  const { pathname, searchParams, hash } = new URL(address);
  searchParams.delete('problem');
  return `${pathname}${searchParams.size === 0 ? '' : `?${searchParams.toString()}`}${hash}`;
}

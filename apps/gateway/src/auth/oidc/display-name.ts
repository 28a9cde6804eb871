import { z } from 'zod';

/** Longest name that is shown, in characters. */
const LONGEST = 100;
/** Control characters, and those that change the direction of the text around them. */
const UNSHOWN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

const claim = z.string().max(1_000).optional().catch(undefined);
const claimsSchema = z.object({ name: claim, preferred_username: claim, email: claim });

/** The name of a person: the first usable claim of an ID token (OpenID Connect Core 1.0 §5.1). Null: there is none. */
export function displayNameOf(claims: unknown): string | null {
  const read = claimsSchema.safeParse(claims);
  if (!read.success) return null;
  const { name, preferred_username: userName, email } = read.data;
  for (const text of [name, userName, email]) {
    const shown = (text ?? '').replace(UNSHOWN, ' ').replace(/\s+/g, ' ').trim();
    if (shown !== '') return [...shown].slice(0, LONGEST).join('');
  }
  return null;
}

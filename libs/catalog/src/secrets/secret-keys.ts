import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/**
 * A key that texts are encrypted with: derived, so that it is none that signs webhooks, though both come from one
 * secret.
 */
export interface SecretKey {
  /** Tells the key in a text; nothing of the key follows from it. 4 bytes. */
  id: Buffer;
  /** AES-256. */
  key: Buffer;
}

const LEAST_CHARACTERS = 16;
const LEAST_DIFFERENT = 8;

/**
 * The secrets of QUERENT_SECRET_KEY, separated by commas: the first is used, the others open what was encrypted with
 * them before.
 */
export const secretsIn = (variable: string | undefined): string[] =>
  (variable ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The keys of QUERENT_SECRET_KEY; none where it is unset. */
export const secretKeysOf = (variable: string | undefined): SecretKey[] =>
  secretsIn(variable).map((secret) => ({ id: derived(secret, 'id', 4), key: derived(secret, 'encryption', 32) }));

/**
 * What is wrong with a value of QUERENT_SECRET_KEY; null where nothing is. A key is random text: the derivation is fast
 * (HKDF, RFC 5869), so a guessable one could be tried out by whoever has an encrypted text. `npm run secret --
 * generate-key` makes 256 bits.
 */
export function secretKeyMistake(variable: string): string | null {
  const secrets = secretsIn(variable);
  if (secrets.length === 0) return 'must hold a key';
  if (secrets.some((secret) => secret.length < LEAST_CHARACTERS))
    return `must have at least ${LEAST_CHARACTERS} characters in each key; keys are separated by commas`;
  if (secrets.some((secret) => new Set(secret).size < LEAST_DIFFERENT))
    return `must have at least ${LEAST_DIFFERENT} different characters in each key: npm run secret -- generate-key makes a good one`;
  return null;
}

/** QUERENT_SECRET_KEY as a variable of a service. */
export const secretKeyVariable = (meaning: string) =>
  z
    .string()
    .superRefine((value, context) => {
      const mistake = secretKeyMistake(value);
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake });
    })
    .optional()
    .describe(meaning);

const derived = (secret: string, use: 'id' | 'encryption', bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `querent/connection-secrets/v1/${use}`, bytes));

import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/**
 * An encryption key, derived from a secret, so that it differs from the webhook signing key derived from the same
 * secret.
 */
export interface SecretKey {
  /** Identifies the key in an encrypted text without revealing it. 4 bytes. */
  id: Buffer;
  /** AES-256. */
  key: Buffer;
}

const MIN_CHARACTERS = 16;
const MIN_DISTINCT = 8;

/** The secrets of QUERENT_SECRET_KEY, separated by commas: the first encrypts, the others decrypt older texts. */
export const secretsIn = (variable: string | undefined): string[] =>
  (variable ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The keys of QUERENT_SECRET_KEY; empty if it is unset. */
export const secretKeysOf = (variable: string | undefined): SecretKey[] =>
  secretsIn(variable).map((secret) => ({ id: derived(secret, 'id', 4), key: derived(secret, 'encryption', 32) }));

/**
 * The mistake in a value of QUERENT_SECRET_KEY; null if it is valid. A key must be random text: the derivation is fast
 * (HKDF, RFC 5869), so an attacker with an encrypted text could find a guessable key. `npm run secret -- generate-key`
 * creates 256 bits.
 */
export function secretKeyMistake(variable: string): string | null {
  const secrets = secretsIn(variable);
  if (secrets.length === 0) return 'must hold a key';
  if (secrets.some((secret) => secret.length < MIN_CHARACTERS))
    return `must have at least ${MIN_CHARACTERS} characters in each key; keys are separated by commas`;
  if (secrets.some((secret) => new Set(secret).size < MIN_DISTINCT))
    return `must have at least ${MIN_DISTINCT} different characters in each key: npm run secret -- generate-key makes a good one`;
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

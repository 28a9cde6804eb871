import { encryptCommand } from './credential';
import type { SecretPlace } from './encrypted-text';

/** A variable alone; one with a default has the default in the file. */
const VARIABLE = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/g;
const PASSWORD = /postgres(?:ql)?:\/\/[^\s/?#:@]*:[^\s/?#@]+@|[?&](?:password|sslpassword)=[^&\s}]+/i;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Whether a field's text, as it stands in the file, holds a password or a private key for everyone who reads the file.
 */
export function holdsPlainSecret(text: string): boolean {
  return PASSWORD.test(text.replace(VARIABLE, '')) || KEY.test(text);
}

/** What to do about it. */
export const plainSecretAdvice = (place: SecretPlace): string =>
  `A ${place.field === 'tls.key' ? 'private key' : 'password'} stands in the file for everyone who reads it. Keep it in an environment variable (\${NAME}), or encrypt the text: ${encryptCommand(place)}`;

import { bilingual, type BilingualText } from '@querent/language';
import { encryptCommand } from './credential';
import type { SecretLocation } from './encrypted-text';

/** A variable without a default; a default is plain text in the file. */
const VARIABLE = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/g;
const PASSWORD = /postgres(?:ql)?:\/\/[^\s/?#:@]*:[^\s/?#@]+@|[?&](?:password|sslpassword)=[^&\s}]+/i;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Whether a field's text in the file contains a plain password or private key. */
export function holdsPlainSecret(text: string): boolean {
  return PASSWORD.test(text.replace(VARIABLE, '')) || KEY.test(text);
}

/** Advice for a plain secret. */
export const plainSecretAdvice = (location: SecretLocation): BilingualText =>
  bilingual(
    location.field === 'tls.key'
      ? 'A private key in the file is readable for everyone who can read the file. Keep it in an environment variable (${NAME}), or encrypt the text: {command}'
      : 'A password in the file is readable for everyone who can read the file. Keep it in an environment variable (${NAME}), or encrypt the text: {command}',
    { command: encryptCommand(location) },
  );

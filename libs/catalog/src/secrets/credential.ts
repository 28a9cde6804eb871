import { passwordsIn, registerSecrets } from '@querent/platform';
import { expandEnvironment } from '../files/environment-expansion';
import { isEncrypted, openText, type Opened, type SecretPlace } from './encrypted-text';
import { secretKeysOf } from './secret-keys';

export type Credential = { ok: true; text: string } | { ok: false; message: string };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What a field of a connection file stands for: `${VARIABLE}` expanded, then opened where it is encrypted (a variable
 * may hold an encrypted text, too; what was encrypted is not expanded again). Its passwords are in no log from then on.
 * No message repeats any part of the text.
 */
export function credentialOf(text: string, place: SecretPlace, env: Env): Credential {
  const expansion = expandEnvironment(text, env);
  if (!expansion.ok)
    return { ok: false, message: `The environment variable ${expansion.missing.join(', ')} is not set.` };
  const opened: Opened = isEncrypted(expansion.text)
    ? openText(expansion.text, place, secretKeysOf(env['QUERENT_SECRET_KEY']))
    : { ok: true, text: expansion.text };
  if (!opened.ok) return { ok: false, message: reasons[opened.why](place) };
  registerSecrets(passwordsIn(opened.text));
  return { ok: true, text: opened.text };
}

/** The command that encrypts the text of a place. */
export const encryptCommand = ({ connection, field }: SecretPlace): string =>
  `npm run secret -- encrypt --connection ${connection} --field ${field}`;

const reasons: Record<Extract<Opened, { ok: false }>['why'], (place: SecretPlace) => string> = {
  no_key: () => 'The text is encrypted, and QUERENT_SECRET_KEY is not set: set it to the key that encrypted the text.',
  unknown_key: (place) =>
    `The text was encrypted with a key that is not in QUERENT_SECRET_KEY: add that key behind the others, separated by a comma, or encrypt anew: ${encryptCommand(place)}`,
  damaged: (place) =>
    `The encrypted text does not open: it was changed, or made for another connection or field. Encrypt anew: ${encryptCommand(place)}`,
};

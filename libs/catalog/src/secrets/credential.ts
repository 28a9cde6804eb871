import { bilingual, type BilingualText } from '@querent/language';
import { passwordsIn, registerSecrets } from '@querent/platform';
import { isEncrypted, openText, type Opened, type SecretLocation } from './encrypted-text';
import { secretKeysOf } from './secret-keys';

export type Credential = { ok: true; text: string } | { ok: false; message: BilingualText };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Resolves a field of a connection file: expands `${VARIABLE}`, then decrypts an encrypted text (also from a variable;
 * decrypted text is not expanded again). Registers its passwords for redaction. Messages contain no part of the text.
 */
export function credentialOf(text: string, location: SecretLocation, env: Env): Credential {
  const expansion = expandEnvironment(text, env);
  if (!expansion.ok)
    return {
      ok: false,
      message: bilingual('The environment variable {names} is not set.', { names: expansion.missing.join(', ') }),
    };
  const opened: Opened = isEncrypted(expansion.text)
    ? openText(expansion.text, location, secretKeysOf(env['QUERENT_SECRET_KEY']))
    : { ok: true, text: expansion.text };
  if (!opened.ok) return { ok: false, message: reasons[opened.why](location) };
  registerSecrets(passwordsIn(opened.text));
  return { ok: true, text: opened.text };
}

/** The command that encrypts the text of a field. */
export const encryptCommand = ({ connection, field }: SecretLocation): string =>
  `npm run secret -- encrypt --connection ${connection} --field ${field}`;

const reasons: Record<Extract<Opened, { ok: false }>['why'], (location: SecretLocation) => BilingualText> = {
  no_key: () =>
    bilingual('The text is encrypted, and QUERENT_SECRET_KEY is not set: set it to the key that encrypted the text.'),
  unknown_key: (location) =>
    bilingual(
      'The text was encrypted with a key that is not in QUERENT_SECRET_KEY: add that key after the others, separated by a comma, or encrypt it again: {command}',
      { command: encryptCommand(location) },
    ),
  damaged: (location) =>
    bilingual(
      'The encrypted text does not open: it was changed, or made for another connection or field. Encrypt it again: {command}',
      { command: encryptCommand(location) },
    ),
};

/** Result of expanding a text with `${NAME}`. */
type Expansion = { ok: true; text: string } | { ok: false; missing: string[] };

/**
 * Replaces every `${NAME}` by the variable's value, and `${NAME:-default}` by the default if the variable is unset or
 * empty (as a shell does). Missing variables are reported, never replaced by an empty text.
 */
function expandEnvironment(text: string, env: Readonly<Record<string, string | undefined>>): Expansion {
  const missing = new Set<string>();
  const expanded = text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_all, name: string, fallback: string | undefined) => {
      const value = env[name] || fallback;
      if (value === undefined) missing.add(name);
      return value ?? '';
    },
  );
  return missing.size === 0 ? { ok: true, text: expanded } : { ok: false, missing: [...missing] };
}

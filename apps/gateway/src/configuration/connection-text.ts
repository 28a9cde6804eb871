import { encryptText, holdsPlainSecret, isEncrypted, openText, secretKeysOf, type Problem } from '@querent/catalog';
import { isMap, parseDocument, type Document } from 'yaml';

/** A place of a secret in the file of a connection. */
type SecretPath = readonly [string] | readonly [string, string];

/** The secrets of a connection's file are write-only: readers get null for each. */
export function withoutSecrets(text: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return '';
  const paths = secretPaths(document);
  if (paths.length === 0) return text;
  for (const path of paths) document.setIn(path, null);
  return document.toString({ lineWidth: 0 });
}

/** The file with null in place of each secret that is stored as plain text, and the paths of those. */
export function withoutPlainSecrets(text: string): { text: string; paths: string[] } {
  const document = parseDocument(text);
  if (document.errors.length > 0) return { text: '', paths: ['(file)'] };
  const plain = secretPaths(document).filter((path) => {
    const secret = document.getIn(path);
    return typeof secret === 'string' && !isEncrypted(secret) && holdsPlainSecret(secret);
  });
  for (const path of plain) document.setIn(path, null);
  return {
    text: plain.length === 0 ? text : document.toString({ lineWidth: 0 }),
    paths: plain.map((path) => path.join('.')),
  };
}

/**
 * The file to store for a file that an operator wrote: a secret that is null or absent keeps its stored text, and a
 * plain one is encrypted. `problems` are mistakes in secrets; they hold no part of one.
 * @param secretKey QUERENT_SECRET_KEY
 */
export function withStoredSecrets(
  connection: string,
  text: string,
  stored: string | null,
  secretKey: string | undefined,
): { text: string; problems: Problem[] } {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return { text, problems: [] };
  const before = stored === null ? null : parseDocument(stored);
  const kept = [
    ...new Map([...secretPaths(document), ['url'] as const].map((path) => [path.join('.'), path])).values(),
  ];
  const problems: Problem[] = [];
  let isChanged = false;
  for (const path of kept) {
    const written = document.getIn(path) ?? null;
    const secret = written === null ? (before?.getIn(path) ?? null) : written;
    if (typeof secret !== 'string') continue;
    const sealed =
      written === null ? { text: secret } : sealedText(secret, { connection, field: path.join('.') }, secretKey);
    if ('mistake' in sealed) {
      problems.push({ file: `connections/${connection}.yaml`, path: path.join('.'), message: sealed.mistake });
    } else if (sealed.text !== written) {
      document.setIn(path, sealed.text);
      isChanged = true;
    }
  }
  return { text: isChanged ? document.toString({ lineWidth: 0 }) : text, problems };
}

function sealedText(
  text: string,
  location: { connection: string; field: string },
  secretKey: string | undefined,
): { text: string } | { mistake: string } {
  const [key] = secretKeysOf(secretKey);
  if (isEncrypted(text)) {
    const opened = openText(text, location, secretKeysOf(secretKey));
    return opened.ok ? { text } : { mistake: 'The encrypted text was not made for this field with this key.' };
  }
  const isAddress = location.field !== 'tls.key';
  if (isAddress && !text.includes('${') && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
    return { mistake: 'Must be a PostgreSQL address: postgres://<user>:<password>@host:port/database.' };
  if (!holdsPlainSecret(text)) return { text };
  return key === undefined
    ? {
        mistake:
          'The gateway cannot encrypt it: set QUERENT_SECRET_KEY for the gateway and the executor, or name an environment variable of the executor as ${NAME}.',
      }
    : { text: encryptText(text, location, key) };
}

/** The secrets that a file has: its address, the login of each tenant, and the key of its certificate. */
function secretPaths(document: Document): SecretPath[] {
  const roles = document.get('roles');
  const tenants = isMap(roles) ? roles.items.map(({ key }) => String(key)) : [];
  return [['url'], ...tenants.map((tenant) => ['roles', tenant] as const), ['tls', 'key'] as const].filter((path) =>
    document.hasIn(path),
  ) as SecretPath[];
}

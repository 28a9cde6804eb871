import { encryptText, holdsPlainSecret, isEncrypted, openText, secretKeysOf, type Problem } from '@querent/catalog';
import { bilingual, type BilingualText } from '@querent/language';
import { isMap, parseDocument, type Document, type Node } from 'yaml';

/** A place of a secret in the file of a connection. */
type SecretPath = readonly [string] | readonly [string, string];

/** The secrets of a connection's file are write-only: readers get null for each. The rest of the text is unchanged. */
export function withoutSecrets(text: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return '';
  return replaced(
    text,
    document,
    secretPaths(document).map((path) => [path, null]),
  );
}

/** The file with null in place of each secret that is stored as plain text, and the paths of those. */
export function withoutPlainSecrets(text: string): { text: string; paths: string[] } {
  const document = parseDocument(text);
  if (document.errors.length > 0) return { text: '', paths: ['(file)'] };
  const plain = secretPaths(document).filter((path) => {
    const secret = document.getIn(path);
    return typeof secret === 'string' && !isEncrypted(secret) && holdsPlainSecret(secret);
  });
  return {
    text: replaced(
      text,
      document,
      plain.map((path) => [path, null]),
    ),
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
  const problems: Problem[] = [];
  const changes: [SecretPath, string][] = [];
  const paths = secretPaths(document);
  for (const path of document.has('url') ? paths : [['url'] as const, ...paths]) {
    const written = document.getIn(path) ?? null;
    const kept = before?.getIn(path);
    if (written === null) {
      if (typeof kept === 'string') changes.push([path, kept]);
      continue;
    }
    // Another type is a mistake that the schema reports.
    if (typeof written !== 'string') continue;
    const sealed = sealedText(written, { connection, field: path.join('.') }, secretKey);
    if ('mistake' in sealed)
      problems.push({ file: `connections/${connection}.yaml`, path: path.join('.'), message: sealed.mistake });
    else if (sealed.text !== written) changes.push([path, sealed.text]);
  }
  return { text: replaced(text, document, changes), problems };
}

/** The text with other scalars at some paths. Everything else, comments included, is as it was written. */
function replaced(
  text: string,
  document: Document,
  changes: readonly (readonly [SecretPath, string | null])[],
): string {
  const edits = changes.map(([path, value]) => {
    const [start, end] = (document.getIn(path, true) as Node | undefined)?.range ?? [];
    return { path, value, start, end };
  });
  if (edits.some(({ start }) => start === undefined)) {
    for (const { path, value } of edits) document.setIn(path, value);
    return document.toString({ lineWidth: 0 });
  }
  return edits
    .toSorted((a, b) => Number(b.start) - Number(a.start))
    .reduce((edited, { value, start, end }) => {
      // A missing value has an empty range right after its colon.
      const gap = start === end ? ' ' : '';
      // The range of a block scalar includes its last line break.
      const rest = edited.slice(0, end).endsWith('\n') ? `\n${edited.slice(end)}` : edited.slice(end);
      return `${edited.slice(0, start)}${gap}${JSON.stringify(value)}${rest}`;
    }, text);
}

function sealedText(
  text: string,
  location: { connection: string; field: string },
  secretKey: string | undefined,
): { text: string } | { mistake: BilingualText } {
  const [key] = secretKeysOf(secretKey);
  if (isEncrypted(text)) {
    const opened = openText(text, location, secretKeysOf(secretKey));
    return opened.ok
      ? { text }
      : { mistake: bilingual('The encrypted text was not made for this field with this key.') };
  }
  const isAddress = location.field !== 'tls.key';
  if (isAddress && !text.includes('${') && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
    return { mistake: bilingual('Must be a PostgreSQL address: postgres://<user>:<password>@host:port/database.') };
  if (!holdsPlainSecret(text)) return { text };
  return key === undefined
    ? {
        mistake: bilingual(
          'The gateway cannot encrypt it: set QUERENT_SECRET_KEY for the gateway and the executor, or name an environment variable of the executor as ${NAME}.',
        ),
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

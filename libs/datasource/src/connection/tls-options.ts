import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

/** libpq's `sslmode`; certificates and keys are PEM texts or paths of PEM files. */
export interface TlsConfig {
  mode: TlsMode;
  ca?: string;
  cert?: string;
  key?: string;
  /** The name in the server's certificate, if it is not the host of the url. */
  serverName?: string;
}

type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full';

/** A login's address without its TLS parameters. */
interface LoginTls {
  address: string;
  /** pg's option of that name. */
  ssl: false | ConnectionOptions;
  /** Whether a server without TLS is acceptable (`prefer`, `allow`). */
  isOptional: boolean;
}

/** Parameters that pg would interpret in its own way: there, `require` verifies and `sslrootcert` is always a path. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];
const OPTIONAL_MODES = ['prefer', 'allow'];

/**
 * The encryption of a login: from `tls` or, without it, from the url's `sslmode` as libpq reads it. As in libpq,
 * `require` verifies the chain if there is a root certificate. `verify-ca` without a root would trust any certificate
 * of a public authority, so it checks the name too. Source: https://www.postgresql.org/docs/current/libpq-ssl.html
 *
 * @throws Error for an unknown mode or an unreadable file; no message quotes the url
 */
export function tlsOf(url: string, tls: TlsConfig | undefined): LoginTls {
  // Not by `URL`, which cannot read `postgres://user@/db?host=/run/postgresql`.
  const [address = '', query = ''] = splitAt(url, '?');
  const parameters = new URLSearchParams(query);
  const { config, isOptional } = tls ? { config: tls, isOptional: false } : tlsOfUrl(parameters);
  for (const name of TLS_PARAMETERS) parameters.delete(name);
  return {
    address: parameters.size > 0 ? `${address}?${parameters.toString()}` : address,
    ssl: sslOptions(config),
    isOptional,
  };
}

function tlsOfUrl(parameters: URLSearchParams): { config: TlsConfig; isOptional: boolean } {
  const read = (name: string) => parameters.get(name) ?? undefined;
  const mode = read('sslmode') ?? MODE_OF_SSL[read('ssl') ?? ''] ?? 'disable';
  const isOptional = OPTIONAL_MODES.includes(mode);
  if (!isOptional && !isMode(mode)) throw new Error('the url names an sslmode that does not exist');
  const system = read('sslrootcert') === 'system';
  const config: TlsConfig = {
    mode: isMode(mode) ? (system && mode !== 'disable' ? 'verify-full' : mode) : 'require',
    ca: isOptional || system ? undefined : read('sslrootcert'),
    cert: read('sslcert'),
    key: read('sslkey'),
  };
  return { config, isOptional };
}

/** pg's own parameter, and its former name of `sslmode=no-verify`. */
const MODE_OF_SSL: Readonly<Record<string, string>> = {
  true: 'verify-full',
  1: 'verify-full',
  'no-verify': 'require',
  false: 'disable',
  0: 'disable',
};

function isMode(mode: string): mode is TlsMode {
  return ['disable', 'require', 'verify-ca', 'verify-full'].includes(mode);
}

function sslOptions({ mode, ca, cert, key, serverName }: TlsConfig): false | ConnectionOptions {
  if (mode === 'disable') return false;
  const files = Object.entries({ ca, cert, key }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, pemOf(value)]],
  );
  return {
    ...Object.fromEntries(files),
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(serverName !== undefined && isIP(serverName) === 0 ? { servername: serverName } : {}),
    ...identityCheck(mode, ca, serverName),
  };
}

function identityCheck(
  mode: TlsMode,
  ca: string | undefined,
  serverName: string | undefined,
): Pick<ConnectionOptions, 'checkServerIdentity'> {
  if (mode !== 'verify-full' && ca !== undefined) return { checkServerIdentity: () => undefined };
  // pg overwrites `servername` with the url's host, so the name is compared here.
  return serverName === undefined
    ? {}
    : { checkServerIdentity: (_host, certificate) => checkServerIdentity(serverName, certificate) };
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function pemOf(textOrPath: string): string {
  return textOrPath.includes('-----BEGIN') ? textOrPath : readFileSync(textOrPath, 'utf8');
}

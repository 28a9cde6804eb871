import { databaseAddress, decodedPart } from '../database-address';
import { passwordsOfRedis } from '../redis/redis-address';

const CENSOR = '[redacted]';

/** Secrets of this process, and how they look inside a URL; the longest first, as one may hold another. */
let known: string[] = [];

/** Below that, a value is too common to be cut out of every text. */
const SHORTEST_SECRET = 8;

/**
 * Secrets that `redacted` takes out wherever they stand: what no pattern tells from other words. Short ones are left to
 * the patterns.
 */
export function registerSecrets(secrets: Iterable<string | undefined>): void {
  const all = new Set(known);
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) all.add(form);
  }
  known = [...all].sort((a, b) => b.length - a.length);
}

/** Names of environment variables that hold secrets. */
const SECRET_VARIABLE = /(?:_KEY|PASSWORD|PASSPHRASE|TOKEN|SECRET)$/;

/** Registers what the environment holds of secrets: keys, passwords, and the passwords of addresses. */
export function registerSecretVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (SECRET_VARIABLE.test(name)) registerSecrets([value, ...value.split(',').map((part) => part.trim())]);
    else if (value.includes('://')) registerSecrets([...passwordsIn(value), ...passwordsOfRedis(value)]);
  }
}

/**
 * The password of an address, as it stands there and decoded; nothing where it is the name of the user, the host or the
 * database over again: such a word is in every text, and no secret.
 */
export function passwordsIn(address: string): string[] {
  const url = databaseAddress(address);
  if (url === null) return [];
  const { username, password, hostname, pathname, searchParams } = url;
  const common = new Set([username, hostname, pathname.slice(1), 'postgres', 'password']);
  const inQuery = ['password', 'sslpassword'].flatMap((name) => searchParams.getAll(name));
  return [password, decodedPart(password), ...inQuery].filter((secret) => secret !== '' && !common.has(secret));
}

/**
 * The credentials of a URL of any scheme. A password may hold `@`, `:` and `/` unescaped: up to the last `@` of the
 * word.
 */
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"<>`]{1,2000}@/gi;
/** Key and value as libpq, query strings and JSON write them: `password=…`, `password='a b'`, `"password": "…"`. */
const KEY_AND_VALUE =
  /(["']?[\w-]{0,40}(?:password|passwd|pwd|passphrase|api[_-]?key|(?:access|auth|refresh|session)[_-]?token|secret)[\w-]{0,20}["']?\s*[=:]\s*)('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s&;,"'})\]]+)/gi;
const AUTHORIZATION = /\b([Bb]earer|BEARER)\s+[\w.~+/=-]{8,}|\b([Bb]asic|BASIC)\s+(?=[^\s]*[A-Z0-9=])[\w+/=-]{8,}/g;
const ENCRYPTED = /\benc:v\d+:[\w.:-]+/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Cheap to tell: most texts hold nothing that the patterns could take out. */
const SUSPICIOUS = /:\/\/|[=:]|bearer|basic|BEGIN/i;

/**
 * The text without credentials: those of URLs, `password=…` and its like, Bearer and Basic tokens, private keys,
 * encrypted texts, and whatever `registerSecrets` was told of. For everything that is logged, stored or shown of an
 * error.
 */
export function redacted(text: string): string {
  let clean = text;
  for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, CENSOR);
  if (!SUSPICIOUS.test(clean)) return clean;
  return clean
    .replace(PRIVATE_KEY, CENSOR)
    .replace(URL_CREDENTIALS, `$1${CENSOR}@`)
    .replace(KEY_AND_VALUE, `$1${CENSOR}`)
    .replace(AUTHORIZATION, `$1$2 ${CENSOR}`)
    .replace(ENCRYPTED, CENSOR);
}

/** The same error, its message and stack without credentials: for what others store or show of an error. */
export function redactedError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(redacted(String(error)));
  error.message = redacted(error.message);
  if (error.stack !== undefined) error.stack = redacted(error.stack);
  return error;
}

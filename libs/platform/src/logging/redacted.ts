import { databaseAddress, decodedPart } from '../database-address';
import { passwordsOfRedis } from '../redis/redis-address';

const CENSOR = '[redacted]';

/** Secrets of this process, also as encoded in URLs and JSON; longest first, because one may contain another. */
let known: string[] = [];

/** Shorter values are too common to be removed from every text. */
const SHORTEST_SECRET = 8;

/**
 * Registers secrets that `redacted` removes from any text because no pattern recognises them. Short ones are left to
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

/** Registers the secrets of the environment: keys, passwords, and the passwords in addresses. */
export function registerSecretVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (SECRET_VARIABLE.test(name)) registerSecrets([value, ...value.split(',').map((part) => part.trim())]);
    else if (value.includes('://')) registerSecrets([...passwordsIn(value), ...passwordsOfRedis(value)]);
  }
}

/**
 * The passwords of an address, as written and decoded. Excludes passwords that equal the user, the host or the
 * database: such a word occurs in every text and is not secret.
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
 * The credentials of a URL of any scheme. A password may contain `@`, `:` and `/` unescaped, so the match extends to
 * the last `@` of the word.
 */
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"<>`]{1,2000}@/gi;
/** Key and value as libpq, query strings and JSON write them: `password=…`, `password='a b'`, `"password": "…"`. */
const KEY_AND_VALUE =
  /(["']?[\w-]{0,40}(?:password|passwd|pwd|passphrase|api[_-]?key|(?:access|auth|refresh|session)[_-]?token|secret)[\w-]{0,20}["']?\s*[=:]\s*)('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s&;,"'})\]]+)/gi;
const AUTHORIZATION = /\b([Bb]earer|BEARER)\s+[\w.~+/=-]{8,}|\b([Bb]asic|BASIC)\s+(?=[^\s]*[A-Z0-9=])[\w+/=-]{8,}/g;
const ENCRYPTED = /\benc:v\d+:[\w.:-]+/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Cheap pre-check: most texts contain nothing that the patterns match. */
const SUSPICIOUS = /:\/\/|[=:]|bearer|basic|BEGIN/i;

/**
 * Removes credentials from a text: those of URLs, `password=…` and similar, Bearer and Basic tokens, private keys,
 * encrypted texts, and all registered secrets. Apply it to every error text that is logged, stored or shown.
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

/** Removes credentials from the message and stack of an error, for code that stores or shows it. */
export function redactedError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(redacted(String(error)));
  error.message = redacted(error.message);
  if (error.stack !== undefined) error.stack = redacted(error.stack);
  return error;
}

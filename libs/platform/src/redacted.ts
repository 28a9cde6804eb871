const CENSOR = '[redacted]';

/** Secrets of this process, and how they look inside a URL; the longest first, as one may hold another. */
let known: string[] = [];

/** Below that, a value is too common to be cut out of every text. */
const SHORTEST_SECRET = 6;

/**
 * Secrets that `redacted` takes out wherever they stand: what no pattern tells from other words. Short ones are left to
 * the patterns.
 */
export function registerSecrets(secrets: Iterable<string | undefined>): void {
  const all = new Set(known);
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    all.add(secret);
    all.add(encodeURIComponent(secret));
    all.add(JSON.stringify(secret).slice(1, -1));
  }
  known = [...all].sort((a, b) => b.length - a.length);
}

/** The credentials of a URL of any scheme. A password may hold `@` and `:` unescaped: up to the last `@` before the path. */
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>`]{1,2000}@/gi;
/** Key and value as libpq, query strings and JSON write them: `password=…`, `password='a b'`, `"password": "…"`. */
const KEY_AND_VALUE =
  /(["']?\b(?:pgpassword|password|passwd|pwd|sslpassword|passphrase|api[_-]?key|access[_-]?token|client[_-]?secret|secret[_-]?key|secret)\b["']?\s*[=:]\s*)('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s&;,"'})\]]+)/gi;
const AUTHORIZATION = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{3,}/gi;
const ENCRYPTED = /\benc:v\d+:[\w.:-]+/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** Cheap to tell: most texts hold nothing that the patterns could take out. */
const SUSPICIOUS = /:\/\/|[=:]|bearer|basic|BEGIN/i;

/**
 * The text without credentials: those of URLs, `password=…` and its like, Bearer and Basic tokens, private keys, encrypted
 * texts, and whatever `registerSecrets` was told of. For everything that is logged, stored or shown of an error.
 */
export function redacted(text: string): string {
  let clean = text;
  for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, CENSOR);
  if (!SUSPICIOUS.test(clean)) return clean;
  return clean
    .replace(PRIVATE_KEY, CENSOR)
    .replace(URL_CREDENTIALS, `$1${CENSOR}@`)
    .replace(KEY_AND_VALUE, `$1${CENSOR}`)
    .replace(AUTHORIZATION, `$1 ${CENSOR}`)
    .replace(ENCRYPTED, CENSOR);
}

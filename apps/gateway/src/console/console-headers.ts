/** What a page may load: files and answers of the gateway itself, and no script or style in the page. */
const contentSecurityPolicy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types default 'allow-duplicates'",
  ].join('; ');

/** `no-cache`: a browser asks each time whether the page has changed. */
const common: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Headers of every page of the console, which no other page may frame. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': contentSecurityPolicy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
};

/** Headers of a page that pages of these origins may frame. */
export const pageHeadersIn = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  ...common,
  'content-security-policy': contentSecurityPolicy(origins.join(' ')),
});

/** Headers of scripts, styles and images of the console, besides those of caches. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

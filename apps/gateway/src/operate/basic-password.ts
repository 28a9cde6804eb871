/** Password of HTTP basic authentication, which a browser can send: it carries the key. Null for any other header. */
export function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^basic +([A-Za-z0-9+/=]{1,1024})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : decoded.slice(colon + 1);
}

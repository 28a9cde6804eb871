/**
 * The address of a database; null for what is none. `postgres://user@/shop?host=/run/postgresql` (a socket) is one for
 * every driver, though not for `URL`, which wants a host behind a user: there it stands as the host `socket`.
 */
export function databaseAddress(text: string): URL | null {
  if (URL.canParse(text)) return new URL(text);
  const named = text.replace('@/', '@socket/');
  return URL.canParse(named) ? new URL(named) : null;
}

/** A part of an address without its percent signs, or as it stands where they mean nothing, as drivers take it. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

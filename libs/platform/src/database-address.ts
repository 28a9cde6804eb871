/**
 * Parses the address of a database; null if it is invalid. `postgres://user@/shop?host=/run/postgresql` (a socket) is
 * valid for every driver but not for `URL`, which requires a host after a user; the host `socket` is inserted.
 */
export function databaseAddress(text: string): URL | null {
  if (URL.canParse(text)) return new URL(text);
  const named = text.replace('@/', '@socket/');
  return URL.canParse(named) ? new URL(named) : null;
}

/** A percent-decoded part of an address; unchanged if it is not valid percent-encoding, like drivers do. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

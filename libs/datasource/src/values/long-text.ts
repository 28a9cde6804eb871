/** Whether a text has more UTF-8 bytes than `maxBytes`; counts them only if its length leaves that open. */
export const isLongerThan = (text: string, maxBytes: number): boolean =>
  text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes);

const ELLIPSIS = '…';

/**
 * The beginning of a text with an ellipsis, in at most `maxBytes` bytes of UTF-8 (at least the ellipsis), cut between
 * two characters.
 */
export function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes));
  let end = Math.max(0, Math.min(bytes.length, maxBytes - Buffer.byteLength(ELLIPSIS)));
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end) + ELLIPSIS;
}

/** A byte in the middle of a character (RFC 3629). */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

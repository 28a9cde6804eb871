/** A reply with a longer body than the caller reads. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';
}

/**
 * The whole body as text, within the signal of its request. A server must not be able to fill our memory.
 * @throws ReplyTooLongError, or what the stream ends with
 */
export async function readWhole({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream, which closes the socket.
    if (size > maxBytes) throw new ReplyTooLongError(`the reply is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The system's name for an error of `fetch`, e.g. ECONNREFUSED; never a message, which may hold an address with a
 * password.
 */
export function networkErrorCode(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'no reason given');
}

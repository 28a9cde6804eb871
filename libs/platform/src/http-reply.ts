/** The body of a reply is longer than the caller's limit. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';
}

/**
 * Reads the whole body as text, within the signal of its request. The limit protects our memory.
 * @throws ReplyTooLongError, or the error of the stream
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
 * The system's code of an error of `fetch`, e.g. ECONNREFUSED; never its message, which may contain an address with a
 * password.
 */
export function networkErrorCode(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'no reason given');
}

import { CallFailure, failureOfStatus } from './call-failure';

/** Longer replies are no answers to us; a server must not be able to fill our memory. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/**
 * The `fetch` of the `openai` client: reads the whole body, up to a limit and within the signal of the call. The
 * client itself reads a body of any length, and of an error it keeps only what is under `error`: older vLLM and FastAPI
 * put their reason elsewhere.
 * @throws CallFailure for a status that is not 2xx, or a body that breaks off or is too long; else what `fetch` throws
 */
export async function fetchWhole(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const text = await readBody(response);
  if (!response.ok) throw failureOfStatus(response.status, response.headers, text, Date.now());
  // Of another content type the client would give back the text.
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

async function readBody({ body, status }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the stream, which closes the socket.
      if (size > MAX_REPLY_BYTES)
        throw new CallFailure('malformed', `the reply of the model's server is longer than ${MAX_REPLY_BYTES} bytes`, {
          status,
        });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure('cut_off', `the reply of the model's server broke off (${codeOf(error)})`, { status });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The system's name for a network error, e.g. ECONNREFUSED; never a message, which may hold an address with a password.
 */
export function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'no reason given');
}

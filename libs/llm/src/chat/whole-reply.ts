import { networkErrorCode, readWhole, ReplyTooLongError } from '@querent/platform';
import { CallFailure, failureOfStatus } from './call-failure';

/** Longer replies are rejected. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/**
 * The `fetch` of the `openai` client: reads the whole body, up to a limit and within the call's signal. The client
 * itself reads bodies of any length, and of an error body it keeps only the member `error`: older vLLM and FastAPI
 * report their reason elsewhere.
 * @throws CallFailure for a status that is not 2xx, or a body that breaks off or is too long; otherwise what `fetch`
 * throws
 */
export async function fetchWhole(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const text = await readBody(response);
  if (!response.ok) throw failureOfStatus(response.status, response.headers, text, Date.now());
  // For other content types the client would return the text.
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

async function readBody(response: Response): Promise<string> {
  const { status } = response;
  return readWhole(response, MAX_REPLY_BYTES).catch((error: unknown) => {
    throw error instanceof ReplyTooLongError
      ? new CallFailure('malformed', `the reply of the model's server is longer than ${MAX_REPLY_BYTES} bytes`, {
          status,
        })
      : new CallFailure('cut_off', `the reply of the model's server broke off (${networkErrorCode(error)})`, {
          status,
        });
  });
}

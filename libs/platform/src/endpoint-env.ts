import { z } from 'zod';

/**
 * The base URL of an HTTP server, without trailing slashes; optional.
 *
 * @param path path that requests append; the URL must not already contain it, e.g. `/embeddings`
 */
export function endpointUrl(meaning: string, path?: string) {
  return z
    .string()
    .transform((text) => text.replace(/\/+$/, ''))
    .superRefine((text, context) => {
      const mistake = mistakeInUrl(text, path);
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake });
    })
    .optional()
    .describe(meaning);
}

/**
 * The API key of a server; optional. It is sent as a header: other characters would make an error there whose message
 * contains the key.
 */
export const endpointKey = (meaning: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe(meaning);

/** Name of a server's model. */
export const endpointModel = z.string().trim().min(1).max(200);

function mistakeInUrl(text: string, path: string | undefined): string | null {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return 'must be an http:// or https:// URL';
  const { username, password, search, hash, pathname } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user or password; the key has a separate variable';
  if (search !== '' || hash !== '') return 'must not have a query or a fragment';
  return path !== undefined && pathname.endsWith(path) ? `must end before ${path}` : null;
}

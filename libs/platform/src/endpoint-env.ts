import { z } from 'zod';

/**
 * The base URL of a server over HTTP, without slashes at its end; optional.
 *
 * @param path that requests add, which must not stand in the URL already, e.g. `/embeddings`
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
 * The key that a server wants; optional. Sent as a header: anything else would break there, with the key in the
 * message.
 */
export const endpointKey = (meaning: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe(meaning);

/** The name of a server's model. */
export const endpointModel = z.string().trim().min(1).max(200);

function mistakeInUrl(text: string, path: string | undefined): string | null {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return 'must be an http:// or https:// URL';
  const { username, password, search, hash, pathname } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user and no password; the key has a variable of its own';
  if (search !== '' || hash !== '') return 'must have no query and no fragment';
  return path !== undefined && pathname.endsWith(path) ? `must end before ${path}` : null;
}

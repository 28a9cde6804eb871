import { z } from 'zod';

/** The environment of services that keep vectors. */
export const vectorIndexEnv = {
  QDRANT_URL: z.string().transform((text) => text.replace(/\/+$/, '')).superRefine(checkUrl).optional().describe('Qdrant that holds the vectors of questions, tables, columns and samples; unset: Redis holds them, and each worker searches a copy'),
  // Sent as a header: anything else would break there, with the key in the message.
  QDRANT_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces').optional().describe('its key; unset: none is sent'),
};

export type VectorIndexEnv = z.infer<z.ZodObject<typeof vectorIndexEnv>>;

function checkUrl(text: string, context: z.RefinementCtx): void {
  const mistake = mistakeInUrl(text);
  if (mistake !== null) context.addIssue({ code: 'custom', message: mistake });
}

function mistakeInUrl(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return 'must be an http:// or https:// URL';
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user and no password; the key has a variable of its own';
  return search !== '' || hash !== '' ? 'must have no query and no fragment' : null;
}

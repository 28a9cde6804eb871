import { z } from 'zod';

/** The environment of services that look for likeness of meaning. */
export const embedderEnv = {
  EMBEDDER: z.enum(['local', 'none']).default('local').describe('likeness of meaning by the embedder in the package (150 MB); none: unknown words find no proposals, tables and samples are found by their words alone'),
  EMBEDDINGS_BASE_URL: z.string().transform((text) => text.replace(/\/+$/, '')).superRefine(checkBaseUrl).optional().describe('OpenAI-compatible endpoint of an embedding model, up to and without /embeddings, used in place of the embedder in the package; unset: that one'),
  // Sent as a header: anything else would break there, with the key in the message.
  EMBEDDINGS_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces').optional().describe('its key; unset: no Authorization header, as local servers like it'),
  EMBEDDINGS_MODEL: z.string().trim().min(1).max(200).optional().describe('name of its model, by which kept vectors are told apart from those of other models; unset: default, which servers with one model mostly take'),
};

export type EmbedderEnv = z.infer<z.ZodObject<typeof embedderEnv>>;

function checkBaseUrl(text: string, context: z.RefinementCtx): void {
  const mistake = mistakeInUrl(text);
  if (mistake !== null) context.addIssue({ code: 'custom', message: mistake });
}

function mistakeInUrl(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return 'must be an http:// or https:// URL';
  const { username, password, search, hash, pathname } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user and no password; the key has a variable of its own';
  if (search !== '' || hash !== '') return 'must have no query and no fragment';
  return pathname.endsWith('/embeddings') ? 'must end before /embeddings' : null;
}

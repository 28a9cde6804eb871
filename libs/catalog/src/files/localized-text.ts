import { z } from 'zod';

/** Text per language; a plain string serves both. */
export const localizedTextSchema = z
  .union([z.string().min(1), z.strictObject({ zh: z.string().min(1).optional(), en: z.string().min(1).optional() })])
  .transform((text): LocalizedText => (typeof text === 'string' ? { zh: text, en: text } : text));

export interface LocalizedText {
  zh?: string;
  en?: string;
}

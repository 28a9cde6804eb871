import { z } from 'zod';

/** Variables about pages of other origins. */
export const embedEnv = {
  EMBED_ORIGINS: z
    .string()
    .default('')
    .refine((text) => originsIn(text).every(isOrigin), 'must be origins such as https://shop.example, with commas')
    .describe(
      'origins of pages, separated by commas, that may show `<querent-ask>` or /embed, and call the API from a browser with a token; empty: none',
    ),
};

/** The origins of other people's pages. */
export const embedOrigins = ({ EMBED_ORIGINS }: { EMBED_ORIGINS: string }): string[] => originsIn(EMBED_ORIGINS);

const originsIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isOrigin = (text: string): boolean =>
  !text.includes('*') &&
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).origin === text;

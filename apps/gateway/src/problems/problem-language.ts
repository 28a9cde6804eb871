import type { Locale } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { FastifyRequest } from 'fastify';

/** Language of a problem: Accept-Language, else the body's locale, else the language of the question, else English. */
export function problemLanguage(acceptLanguage: string | undefined, body: unknown): Locale {
  return preferredLocale(acceptLanguage) ?? bodyLocale(body) ?? 'en';
}

/** Language of texts for a caller: that of Accept-Language, else English. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  preferredLocale(headers['accept-language']) ?? 'en';

/** The preferred of zh and en by quality (RFC 9110 §12.5.4); null if the header names neither. */
export function preferredLocale(header: string | undefined): Locale | null {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find((text) => text !== undefined);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => (language === 'zh' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (ranked[0]?.language as Locale | undefined) ?? null;
}

function bodyLocale(body: unknown): Locale | null {
  if (typeof body !== 'object' || body === null) return null;
  const { locale, question, text } = body as Record<string, unknown>;
  if (locale === 'zh' || locale === 'en') return locale;
  const words = typeof question === 'string' ? question : text;
  return typeof words === 'string' && words !== '' ? detectLocale(words.slice(0, 2000)) : null;
}

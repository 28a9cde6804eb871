import type { Locale } from '@querent/contracts';
import { detectLocale, normalizeQuestion } from '@querent/language';
import { questionSources } from './impact';

export type QuestionSource = (typeof questionSources)[number];

/** A distinct question of a connection. */
export interface KnownQuestion {
  question: string;
  locale: Locale;
  source: QuestionSource;
  /** How often it was asked. */
  asked: number;
}

/** At most so many distinct questions are read. */
const MOST_QUESTIONS = 2_000;

/**
 * The distinct questions, each with its most trusted source. Those of an owner come first, then the most asked.
 * @param given in any order; a question of the source `question` counts as asked once
 */
export function knownQuestions(given: readonly { question: string; locale?: Locale; source: QuestionSource }[]): {
  questions: KnownQuestion[];
  leftOff: number;
} {
  const found = new Map<string, KnownQuestion>();
  for (const { question, locale = detectLocale(question), source } of given) {
    const key = `${locale} ${normalizeQuestion(question)}`;
    const known = found.get(key) ?? { question, locale, source, asked: 0 };
    found.set(key, {
      ...known,
      source: rankOf(source) < rankOf(known.source) ? source : known.source,
      asked: known.asked + (source === 'question' ? 1 : 0),
    });
  }
  const all = [...found.values()].sort((a, b) => rankOf(a.source) - rankOf(b.source) || b.asked - a.asked);
  return { questions: all.slice(0, MOST_QUESTIONS), leftOff: Math.max(0, all.length - MOST_QUESTIONS) };
}

const rankOf = (source: QuestionSource): number => questionSources.indexOf(source);

import type { Locale } from '@querent/contracts';
import type { PairReport } from '../pairs/pair-report';
import { NotHeard, type Asker } from './asker';
import { proportion, type Proportion } from './report/proportion';
import { outcomeOf, type Outcome } from './report/verdict';

/** Two questions of one connection, and whether they ask for the same. */
export interface Pair {
  id: string;
  connection: string;
  lang: string;
  a: string;
  b: string;
  same: boolean;
  /** What was changed, or why they mean the same. */
  why: string;
}

/** What the cache made of a pair: the second question, asked after the first in a cache that held nothing else. */
export interface PairVerdict extends Pair {
  first: Outcome;
  second: Outcome;
  level: 'none' | 'l1' | 'l2';
  /** Null: none, or the exact cache's. */
  similarity: number | null;
}

export interface PairFigures {
  /** Of the pairs that do not mean the same, those whose second question was answered from the first's entry. */
  falseHits: Proportion;
  /** Of the pairs that mean the same, those. */
  trueHits: Proportion;
  /** Of the pairs that mean the same and of which both questions can be answered, those. */
  trueHitsWhenAnswered: Proportion;
}

export interface PairFindings {
  /** Through the product. */
  asked: (PairFigures & { byWhy: Record<string, PairFigures>; verdicts: PairVerdict[] }) | null;
  /** By the product's own keys, without asking, beside likeness alone. */
  keys: PairReport | null;
}

export interface PairDeps {
  /** Of a tenant that has asked nothing yet: what it finds in its cache is the first question's. */
  asker: Asker;
  timezone: string;
}

/**
 * Asks both questions, one after the other, with the cache in use. @returns null where one of them could not be asked
 */
export async function askPair(
  pair: Pair,
  { asker, timezone }: PairDeps,
  signal: AbortSignal,
): Promise<PairVerdict | null> {
  const ask = (question: string) =>
    asker.ask({ question, connection: pair.connection, timezone, cache: 'use', ...localeOf(pair) }, signal);
  try {
    const { run: first } = await ask(pair.a);
    const { run: second } = await ask(pair.b);
    return {
      ...pair,
      first: outcomeOf(first),
      second: outcomeOf(second),
      level: second.cache.level,
      similarity: second.cache.similarity,
    };
  } catch (error) {
    if (error instanceof NotHeard) return null;
    throw error;
  }
}

/** An answer in one language is no answer in another: what is asked in both languages is left to find out. */
function localeOf({ lang }: Pair): { locale?: Locale } {
  return lang === 'zh' || lang === 'en' ? { locale: lang } : {};
}

export function pairFigures(verdicts: readonly PairVerdict[]): PairFigures & { byWhy: Record<string, PairFigures> } {
  const reasons = [...new Set(verdicts.map(({ why }) => why))].sort();
  return {
    ...figuresOf(verdicts),
    byWhy: Object.fromEntries(
      reasons.map((why) => [why, figuresOf(verdicts.filter((verdict) => verdict.why === why))]),
    ),
  };
}

function figuresOf(verdicts: readonly PairVerdict[]): PairFigures {
  const same = verdicts.filter((verdict) => verdict.same);
  const isHit = ({ level }: PairVerdict): boolean => level !== 'none';
  return {
    falseHits: proportion(verdicts.filter((verdict) => !verdict.same).map(isHit)),
    trueHits: proportion(same.map(isHit)),
    trueHitsWhenAnswered: proportion(
      same.filter(({ first, second }) => first === 'answered' && second === 'answered').map(isHit),
    ),
  };
}

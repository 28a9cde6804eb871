import type { Locale } from '@querent/contracts';
import type { PairReport } from '../pairs/pair-report';
import { RequestFailure, type Asker } from './asker';
import { proportion, type Proportion } from './report/proportion';
import { outcomeOf, type Outcome } from './report/verdict';

/** Two questions to one connection, and whether they have the same meaning. */
export interface Pair {
  id: string;
  connection: string;
  lang: string;
  a: string;
  b: string;
  same: boolean;
  /** The kind of change, or the reason for the same meaning. */
  why: string;
}

/** Result of a pair: the second question was asked after the first, with nothing else in the cache. */
export interface PairVerdict extends Pair {
  first: Outcome;
  second: Outcome;
  level: 'none' | 'l1' | 'l2';
  /** Null: no hit, or a hit of the exact cache. */
  similarity: number | null;
}

export interface PairFigures {
  /** Pairs of different meaning whose second question was answered from the first one's entry. */
  falseHits: Proportion;
  /** Pairs of the same meaning with such a hit. */
  trueHits: Proportion;
  /** Pairs of the same meaning with such a hit, of which both questions can be answered. */
  trueHitsWhenAnswered: Proportion;
}

export interface PairFindings {
  /** Through the product. */
  asked: (PairFigures & { byWhy: Record<string, PairFigures>; verdicts: PairVerdict[] }) | null;
  /** Results by the product's keys without asking, in comparison with similarity alone. */
  keys: PairReport | null;
}

export interface PairDeps {
  /** A client of a tenant without earlier questions, so that its cache contains only the first question's entry. */
  asker: Asker;
  timezone: string;
}

/**
 * Asks both questions in sequence with the cache. @returns null if one of them could not be asked
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
    if (error instanceof RequestFailure) return null;
    throw error;
  }
}

/** The language of a question. Answers are not shared between languages. */
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

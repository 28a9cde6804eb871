import type { Ambiguity } from '@querent/contracts';
import type { Reading } from '../reading/reading';

/** Why planning ends before a query stands. */
export type Stop =
  | { kind: 'ambiguous'; ambiguity: Ambiguity }
  /** `conclusive`: no language model could answer it from this data either. */
  | { kind: 'unsupported'; reason: string; conclusive?: boolean }
  | { kind: 'chitchat'; reply: string };

/** One step of assembly: reads mentions, claims them, extends the draft; a stop ends planning. */
export type Step = (reading: Reading) => Stop | null;

/** Asks, unless there is nothing to choose between. */
export function ask(ambiguity: Omit<Ambiguity, 'allowText' | 'options'> & { options: Omit<Ambiguity['options'][number], 'id'>[] }): Stop {
  const options = ambiguity.options.slice(0, MOST_OPTIONS).map((option, at) => ({ id: String(at + 1), ...option }));
  return { kind: 'ambiguous', ambiguity: { ...ambiguity, options, allowText: true } };
}

const MOST_OPTIONS = 4;

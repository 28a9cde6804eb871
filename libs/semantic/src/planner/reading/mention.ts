import type { Span } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import type { Cue } from '../lexicon/cues';
import type { Degree } from '../lexicon/degree-words';
import type { Sense } from '../lexicon/sense';

/** A stretch of the question together with everything it may mean. */
export interface Mention {
  /** Position among the mentions of the question, fillers left out. */
  index: number;
  span: Span;
  /** What the model's words and the cues make of it; best first. Empty for numbers, times and quotes. */
  senses: Sense[];
  literal: Literal | null;
  /** The model's word that a misspelt one was taken for. */
  corrected: string | null;
  /** Parts of the model, as options name them, whose names are nearly written like an unknown word. */
  nearMisses?: string[];
  /** Below 1 when it was matched by a near miss. */
  confidence: number;
  /** Grammar between the mention before and this one: of/的, and/和, or/或. */
  glue: ReadonlySet<Glue>;
  /** The part of the query that accounts for it; null until one does. */
  claim: string | null;
  /** Its value or term has become a filter, whatever else claimed it. */
  filtered?: boolean;
  /** A single letter that the asker's own spelling tells to be a stored value. */
  lettered?: boolean;
  /** It states a degree (expensive, recent) without a bound. */
  degree?: Degree;
  /** A bare grain word (month) that stands behind a grouping word. */
  grouped?: boolean;
}

export type Glue = 'of' | 'and' | 'or';

/** What a mention is by its form, whatever the model says. */
export type Literal =
  | { kind: 'number'; value: number; unit: string | null; ordinal: boolean }
  | { kind: 'time'; time: TimeMatch }
  | { kind: 'quoted'; text: string }
  | { kind: 'distance'; meters: number }
  /** A cue that the language finds by pattern rather than by a list of words. */
  | { kind: 'cue'; cue: Cue }
  /** Content that nothing explains. */
  | { kind: 'unknown' };

export type SenseOf<K extends Sense['kind']> = Extract<Sense, { kind: K }>;
export type CueOf<K extends Cue['kind']> = Extract<Cue, { kind: K }>;

/** All senses of one kind that a mention may have. */
export function sensesOf<K extends Sense['kind']>(mention: Mention | undefined, kind: K): SenseOf<K>[] {
  return (mention?.senses.filter((sense) => sense.kind === kind) ?? []) as SenseOf<K>[];
}

/** The cue of one kind that a mention may be, or null. */
export function cueOf<K extends Cue['kind']>(mention: Mention | undefined, kind: K): CueOf<K> | null {
  for (const sense of mention?.senses ?? []) {
    if (sense.kind === 'cue' && sense.cue.kind === kind) return sense.cue as CueOf<K>;
  }
  return null;
}

/** Whether a mention is about the model at all (not a cue, number, time or quote). */
export function isContent(mention: Mention): boolean {
  return mention.senses.some((sense) => sense.kind !== 'cue');
}

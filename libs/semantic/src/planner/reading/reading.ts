import type { Choice, ColumnRef, DateRange, Dimension, Filter, Measure, Near, Order, PeriodComparison, Proposal, SemanticQuery, Span, Strategy } from '@querent/contracts';
import type { Locale, SemanticModel } from '../../model/semantic-model';
import type { Attribute, Thing } from '../../model/things';
import type { Lexicon } from '../lexicon/lexicon';
import type { Mention } from './mention';

/** A filter before it is known from where it is reached. */
export interface DraftFilter {
  filter: Filter;
  /** Null for conditions that hold on the subject whatever it is. */
  attribute: Attribute | null;
}

/** A condition "has (no) related rows", under construction: later words may narrow it. */
export interface DraftExists {
  table: string;
  negated: boolean;
  count?: { op: '=' | '!=' | '<' | '<=' | '>' | '>='; value: number };
  filters: Filter[];
  span: Span;
  /** Position of the mention that asked for it. */
  at: number;
}

/** The query under construction. */
export interface Draft {
  subject: { thing: Thing; span?: Span } | null;
  measures: Measure[];
  dimensions: Dimension[];
  select: Attribute[];
  distinct: boolean;
  filters: DraftFilter[];
  exists: DraftExists[];
  having: SemanticQuery['having'];
  compare: PeriodComparison | null;
  near: Near | null;
  order: Order[];
  limit: number | null;
  limitPer: number | null;
  strategy: Strategy | null;
  /** Filters that conditions need, beside those of the measures. */
  required: string[];
  /** Words that ask again for a measure or a grouping that already stands. */
  repeated: Span[];
  /** The range that the question names, once its column is chosen. */
  ranges: { column: ColumnRef; range: DateRange }[];
}

/** Everything that the steps of the planner read and write. */
export interface Reading {
  question: string;
  /** Where a position of `text` lies in the question. */
  toOriginal(index: number): number;
  text: string;
  locale: Locale;
  today: string;
  model: SemanticModel;
  lexicon: Lexicon;
  /** What the asker chose, by key; several values where options were taken together. */
  choices: ReadonlyMap<string, string[]>;
  proposals: readonly Proposal[];
  /** Conditions for columns that the question says nothing about. */
  defaults: readonly Filter[];
  /** Decisions that the question's own words took. */
  settled: Choice[];
  mentions: Mention[];
  draft: Draft;
  /** What the answer must disclose, in the asker's language. */
  disclosures: string[];
}

export function emptyDraft(): Draft {
  return {
    subject: null, measures: [], dimensions: [], select: [], distinct: false, filters: [], exists: [], having: [], compare: null,
    near: null, order: [], limit: null, limitPer: null, strategy: null, required: [], repeated: [], ranges: [],
  };
}

/** A stretch of the question in the asker's own letters. */
export function original(reading: Reading, { span }: Pick<Mention, 'span'>): string {
  return reading.question.slice(reading.toOriginal(span.start), reading.toOriginal(span.end)).trim();
}

/** Everything chosen for a key, the first choice first; empty when it was never asked. */
export function chosenFor(reading: Reading, key: string): string[] {
  return reading.choices.get(key) ?? [];
}

/** The next mention at or after `from` that no part accounts for yet and that `accept` takes; null at the end. */
export function nextOpen(reading: Reading, from: number, accept: (mention: Mention) => boolean): Mention | null {
  for (let at = from; at < reading.mentions.length; at++) {
    const mention = reading.mentions[at];
    if (mention && mention.claim === null && accept(mention)) return mention;
  }
  return null;
}

/** Marks mentions as accounted for. */
export function claim(part: string, ...mentions: (Mention | null | undefined)[]): void {
  for (const mention of mentions) if (mention) mention.claim ??= part;
}

/** One span over two, either of which may be missing. */
export function spanBetween(reading: Reading, a: Span | undefined, b: Span | undefined): Span | undefined {
  if (!a || !b) return a ?? b;
  const [start, end] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
  return { start, end, text: reading.text.slice(start, end) };
}

/** One span over several mentions. */
export function spanOver(reading: Reading, ...mentions: (Mention | null | undefined)[]): Span | undefined {
  const spans = mentions.flatMap((mention) => (mention ? [mention.span] : []));
  if (spans.length === 0) return undefined;
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  return { start, end, text: reading.text.slice(start, end) };
}

import { sampleHash, type SampleEntry } from '@querent/catalog';
import { findNumbers, findQuoted, normalizeQuestion } from '@querent/language';
import { LexicalIndex } from '../lexical-index';
import { questionShape } from './question-shape';
import { shapeKey, shapeLikeness, type Shape } from './shape';
import { statementShape } from './statement-shape';

/** One revision of the samples of a tenant's connection, indexed for search. */
export interface IndexedSamples {
  revision: string;
  entries: SampleEntry[];
  words: LexicalIndex<SampleEntry>;
  /**
   * Shapes of the questions. Measured on 1,737 questions: the shape of the question finds statements of equal structure
   * more often than that of the statement.
   */
  shapes: ReadonlyMap<SampleEntry, Shape>;
  /** Structure of the statements; samples that differ here show different things. */
  kinds: ReadonlyMap<SampleEntry, string>;
  /** The model version of the last check of all entries. */
  sweptFor: string | null;
  /** Whether its vectors are being computed. */
  isLearning: boolean;
}

export async function indexSamples(
  revision: IndexedSamples['revision'],
  entries: SampleEntry[],
): Promise<IndexedSamples> {
  const shapes = new Map(entries.map((entry) => [entry, questionShape(entry.question)]));
  const kinds = new Map(await Promise.all(entries.map(async (entry) => [entry, await kindOf(entry)] as const)));
  return {
    revision,
    entries,
    words: new LexicalIndex(entries, ({ question }) => question),
    shapes,
    kinds,
    sweptFor: null,
    isLearning: false,
  };
}

/** Samples whose questions have a similar shape, most similar first; ties keep the order of `order`. */
export function samplesOfSimilarShape(
  question: string,
  indexed: IndexedSamples,
  order: readonly SampleEntry[],
): SampleEntry[] {
  const asked = questionShape(question);
  const position = new Map(order.map((entry, at) => [entry, at]));
  const scored = indexed.entries.map((entry) => ({
    entry,
    score: shapeLikeness(asked, indexed.shapes.get(entry) ?? new Set()),
  }));
  return scored
    .filter(({ entry, score }) => score > 0 && position.has(entry))
    .sort((a, b) => b.score - a.score || (position.get(a.entry) ?? 0) - (position.get(b.entry) ?? 0))
    .map(({ entry }) => entry);
}

/**
 * Equal for samples of which one is as informative as both: same question except for names, same statement except for
 * constants.
 */
export function nearDuplicateKey({ question, sql }: Pick<SampleEntry, 'question' | 'sql'>): string {
  return `${maskedQuestion(question)}\n${maskedStatement(sql)}`;
}

function maskedQuestion(question: string): string {
  const normal = normalizeQuestion(question);
  const spans = [...findQuoted(normal), ...findNumbers(normal)].sort((a, b) => b.start - a.start);
  return spans.reduce((text, { start, end }) => `${text.slice(0, start)}?${text.slice(end)}`, normal).toLowerCase();
}

function maskedStatement(sql: string): string {
  return sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Cache of statement structures, because samples are indexed again after every vote. */
const known = new Map<string, Promise<string>>();
const KNOWN = 10_000;

function kindOf(entry: SampleEntry): Promise<string> {
  const hash = sampleHash(entry);
  const kind = known.get(hash) ?? statementShape(entry.sql).then(shapeKey);
  if (known.size >= KNOWN) known.clear();
  known.set(hash, kind);
  return kind;
}

import { sampleHash, type SampleEntry } from '@querent/catalog';
import { findNumbers, findQuoted, normalizeQuestion } from '@querent/language';
import { LexicalIndex } from '../lexical-index';
import { questionShape } from './question-shape';
import { shapeKey, shapeLikeness, type Shape } from './shape';
import { statementShape } from './statement-shape';

/** The samples of a tenant's connection as one revision of them has them, ready to be searched. */
export interface Shelf {
  revision: string;
  entries: SampleEntry[];
  words: LexicalIndex<SampleEntry>;
  /**
   * Of the questions. Measured on 1,737 questions: the shape of the question finds statements built alike more often
   * than that of the statement.
   */
  shapes: ReadonlyMap<SampleEntry, Shape>;
  /** How the statements are built; samples that differ here show different things. */
  kinds: ReadonlyMap<SampleEntry, string>;
  /** The version of the model that all of its entries were checked with last. */
  sweptFor: string | null;
  /** Whether its vectors are being made. */
  isLearning: boolean;
}

export async function shelve(revision: Shelf['revision'], entries: SampleEntry[]): Promise<Shelf> {
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

/** Samples whose questions are built alike, most alike first; of equal ones those that come first in `order`. */
export function alikeInShape(question: string, shelf: Shelf, order: readonly SampleEntry[]): SampleEntry[] {
  const asked = questionShape(question);
  const place = new Map(order.map((entry, at) => [entry, at]));
  const scored = shelf.entries.map((entry) => ({
    entry,
    score: shapeLikeness(asked, shelf.shapes.get(entry) ?? new Set()),
  }));
  return scored
    .filter(({ entry, score }) => score > 0 && place.has(entry))
    .sort((a, b) => b.score - a.score || (place.get(a.entry) ?? 0) - (place.get(b.entry) ?? 0))
    .map(({ entry }) => entry);
}

/**
 * Equal for samples of which one shows as much as both: one question but for what it names, and one statement but for
 * its constants.
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

/** Kinds of statements seen before: a shelf is made anew with every vote. */
const known = new Map<string, Promise<string>>();
const KNOWN = 10_000;

function kindOf(entry: SampleEntry): Promise<string> {
  const hash = sampleHash(entry);
  const kind = known.get(hash) ?? statementShape(entry.sql).then(shapeKey);
  if (known.size >= KNOWN) known.clear();
  known.set(hash, kind);
  return kind;
}

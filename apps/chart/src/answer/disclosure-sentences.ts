import type { Locale, ResultRef } from '@querent/contracts';
import { fillText } from '@querent/language';
import { categoryText } from '../reading/cell-text';
import type { ResultShape } from '../reading/result-shape';
import { clauses, listed, phrase } from './phrases';

/**
 * Disclosures added to any answer: row counts by source, truncation, overlapping shares, skipped values and rows, and
 * applied defaults.
 */
export function disclosureSentences(
  shape: ResultShape,
  result: Pick<ResultRef, 'skipped' | 'truncated' | 'rowCount'>,
  disclosures: readonly string[],
  isTruncationMentioned: boolean,
): string[] {
  const { locale } = shape;
  const texts = [...sourceSentence(shape)];
  if (result.truncated && !isTruncationMentioned) texts.push(phrase('truncated', locale, { count: result.rowCount }));
  if (shape.shares.some(({ overlapping }) => overlapping)) texts.push(phrase('overlapping', locale));
  for (const { label, count, note } of result.skipped)
    if (count > 0 && note === undefined) texts.push(phrase('skipped', locale, { label, count }));
  const leftOut = result.skipped.flatMap(({ count, note }) =>
    count > 0 && note !== undefined ? [fillText(note, { count }, locale)] : [],
  );
  return [...texts, ...noteSentence([...disclosures, ...leftOut], locale)];
}

export function noteSentence(disclosures: readonly string[], locale: Locale): string[] {
  const notes = [
    ...new Set(disclosures.map((text) => text.trim().replace(/[。.；;]+$/, '')).filter((text) => text !== '')),
  ];
  return notes.length === 0 ? [] : [phrase('notes', locale, { list: clauses(notes, locale) })];
}

function sourceSentence(shape: ResultShape): string[] {
  const { source, locale } = shape;
  if (!source || !shape.complete || shape.rows.length === 0) return [];
  const counts = new Map<string, number>();
  for (const row of shape.rows) {
    const name = categoryText(row[source.index], source, locale);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => phrase('source', locale, { name, count }));
  return [phrase('sources', locale, { list: listed(parts, locale) })];
}

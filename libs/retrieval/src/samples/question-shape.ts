import { findComparators, findGrains, findNegations, findSuperlatives, findTimeExpressions } from '@querent/language';
import { findAggregates } from '@querent/lexicon';
import type { Shape, ShapePart } from './shape';

/** Words that ask for one answer per group; time grains are found separately. */
const EACH =
  /各|每(?:个|一|家|所|位|名|种|类|座|笔|款)|分别|按(?!时|期)|不同|\b(?:by each|per|each|every|group(?:ed)? by|for different|across|broken down by|breakdown|distribution)\b|分布|\bby (?!the end)/i;
const BETWEEN = /之间|介于|\bbetween\b/i;

/** Any day will do: what the shape takes of a time is that there is one. */
const SOME_DAY = '2026-01-01';

/** The shape of a question, by the words for it in both languages. */
export function questionShape(question: string): Shape {
  const aggregates = findAggregates(question);
  const superlatives = findSuperlatives(question);
  const parts = new Set<ShapePart>(aggregates.map(({ kind }) => (kind === 'ratio' ? 'share' : kind)));
  for (const { form, limit } of superlatives)
    parts.add(form === 'order' ? 'order' : form === 'top' || (limit ?? 1) > 1 ? 'top' : 'extreme');
  if (findGrains(question).length > 0) parts.add('grain').add('group');
  if (EACH.test(question)) parts.add('group');
  if (findComparators(question).length > 0) parts.add('compare');
  if (BETWEEN.test(question)) parts.add('between');
  if (findNegations(question).length > 0) parts.add('negation');
  if (findTimeExpressions(question, { today: SOME_DAY }).length > 0) parts.add('time');
  if (aggregates.every(({ kind }) => kind === 'distinct')) parts.add('list');
  return parts;
}

import { closestAttributes } from '../assembly/choose-attribute';
import { addMeasure, aggregateOf } from '../assembly/read-measures';
import { simpleAggregate } from '../assembly/simple-aggregate';
import { isContent } from '../reading/mention';
import type { Turn } from './turn';

/** 那门票呢 after an average rating: the average of the figure named, of which the turn says nothing else. */
export function aggregateAlike({ reading, kept, opening }: Turn): void {
  const [only] = kept.measures;
  const [mention, ...others] = reading.mentions.filter(isContent);
  if (!only || kept.measures.length > 1 || only.share || !mention || others.length > 0 || mention.claim !== null) return;
  if (!opening.marks.has('goes_on') && !opening.marks.has('instead')) return;
  const fn = only.what.kind === 'aggregate' ? (only.what.column ? only.what.fn : null) : simpleAggregate(reading.model.metrics[only.what.id]?.expression)?.fn;
  const [figure, ...figures] = closestAttributes(reading, mention, (one) => one.numeric && one.role === 'measure');
  if (!figure || figures.length > 0 || !fn || fn === 'count' || fn === 'count_distinct') return;
  addMeasure(reading, aggregateOf(reading, fn, figure), [mention]);
}

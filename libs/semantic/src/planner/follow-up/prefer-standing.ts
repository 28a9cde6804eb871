import { findTimeExpressions, type TimeMatch } from '@querent/language';
import type { Attribute } from '../../model/things';
import { isContent, type Mention, sensesOf } from '../reading/mention';
import type { Draft, Reading } from '../reading/reading';
import { timeColumn } from './change-time';
import { conditionsOf } from './kept-conditions';
import { attributeAt, attributeOf } from './resume-draft';

/**
 * What stands decides what a word may mean: a value of two columns is one of the column that the question before restricts,
 * else of the one that it groups by; a bare number like 2024 is a year where the question before had a time.
 */
export function preferStanding(reading: Reading, kept: Draft): void {
  const restricted = conditionsOf(kept).flatMap((filter) => attributeOf(reading, filter) ?? []);
  const grouped = kept.dimensions.flatMap(({ column }) => attributeAt(reading, column) ?? []);
  for (const mention of reading.mentions) {
    const values = sensesOf(mention, 'value');
    const standing = [restricted, grouped].map((columns: Attribute[]) => values.filter(({ attribute }) => columns.includes(attribute))).find((found) => found.length > 0);
    const time = yearAlone(reading, kept, mention);
    if (time) mention.literal = { kind: 'time', time };
    if (standing) mention.senses = mention.senses.filter((sense) => sense.kind !== 'value' || standing.includes(sense));
  }
}

function yearAlone(reading: Reading, kept: Draft, mention: Mention): TimeMatch | undefined {
  const year = mention.literal?.kind === 'number' && mention.literal.unit === null ? mention.literal.value : 0;
  const beside = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]];
  const dated = kept.compare !== null || conditionsOf(kept).some((filter) => timeColumn({ reading }, filter).length > 0);
  if (!dated || !Number.isInteger(year) || year < 1990 || year > 2100 || beside.some((one) => one !== undefined && one.literal === null && !isContent(one))) return undefined;
  return findTimeExpressions(`${year}年`, { today: reading.today })[0];
}

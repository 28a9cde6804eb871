import type { Attribute } from '../lexicon/model-view';
import { sensesOf } from '../reading/mention';
import type { Draft, Reading } from '../reading/reading';
import { conditionsOf } from './kept-conditions';
import { attributeAt, attributeOf } from './resume-draft';

/** A value of two columns is one of the column that the question before restricts, else of the one that it groups by. */
export function preferStanding(reading: Reading, kept: Draft): void {
  const restricted = conditionsOf(kept).flatMap((filter) => attributeOf(reading, filter) ?? []);
  const grouped = kept.dimensions.flatMap(({ column }) => attributeAt(reading, column) ?? []);
  for (const mention of reading.mentions) {
    const values = sensesOf(mention, 'value');
    const standing = [restricted, grouped].map((columns: Attribute[]) => values.filter(({ attribute }) => columns.includes(attribute))).find((found) => found.length > 0);
    if (standing) mention.senses = mention.senses.filter((sense) => sense.kind !== 'value' || standing.includes(sense));
  }
}

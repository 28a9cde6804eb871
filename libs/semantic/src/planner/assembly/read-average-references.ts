import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { adjectiveAttributes } from './adjective-field';
import { chosenAmong, tiedAttributes } from './ask-about';
import { closestAttributes } from './choose-attribute';
import type { Stop } from './step';

/** "above average price", 价格高于平均值: the column against its average over all rows. */
export function readAverageReferences(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const cue = mention.claim === null ? cueOf(mention, 'average_reference') : null;
    if (!cue) continue;
    const beside: (Mention | undefined)[] = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]];
    const found = cue.of
      ? chosenAmong(reading, mention, adjectiveAttributes(reading, cue.of))
      : (beside.map((one) => (one && one.claim === null ? closestAttributes(reading, one, (attribute) => attribute.numeric) : [])).find((list) => list.length > 0) ?? []);
    const label = beside.filter((one) => found.some((attribute) => sensesOf(one, 'attribute').some((sense) => sense.attribute === attribute)));
    if (found.length > 1) return tiedAttributes(reading, label[0] ?? mention, found);
    const [attribute] = found;
    if (!attribute) continue;
    claim('filter', mention, ...label);
    const span = spanOver(reading, mention, ...label);
    reading.draft.filters.push({ attribute, filter: { kind: 'compare_aggregate', column: attribute.ref, op: cue.op, fn: 'avg', span } });
  }
  return null;
}

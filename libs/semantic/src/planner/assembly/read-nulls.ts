import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import type { Stop } from './step';

/** Columns with nothing in them: "customers without email", 邮箱为空的客户, 没有登录过的客户. */
export function readNulls(reading: Reading): Stop | null {
  const subject = reading.draft.subject?.thing;
  if (!subject) return null;
  for (const mention of reading.mentions) {
    if (mention.claim !== null || sensesOf(mention, 'attribute').length === 0) continue;
    const before = reading.mentions[mention.index - 1];
    const after = reading.mentions[mention.index + 1];
    const absent = before && before.claim === null && cueOf(before, 'negation')?.scope === 'next' ? before : null;
    const empty = after && after.claim === null ? cueOf(after, 'null') : null;
    if (!empty && (!absent || after?.literal || sensesOf(after, 'value').length > 0)) continue;
    const [attribute, ...others] = closestAttributes(reading, mention, (one) => one.ref.table === subject.name);
    if (!attribute || others.length > 0) continue;
    const span = spanOver(reading, absent, mention, empty ? after : null);
    claim('filter', mention, absent, empty ? after : null);
    reading.draft.filters.push({ attribute, filter: { kind: 'null', column: attribute.ref, negated: empty?.negated ?? false, span } });
  }
  return null;
}

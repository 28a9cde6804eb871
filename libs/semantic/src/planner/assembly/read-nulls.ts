import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { besideTimes, dateRange } from './read-time';
import { refuse } from './refuse';
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
    const during = absent && attribute.role === 'time' ? rangeBeside(reading, absent, mention, attribute) : undefined;
    if (during && absent) {
      const stop = readAbsence(reading, attribute, absent, mention, during);
      if (stop) return stop;
      continue;
    }
    const span = spanOver(reading, absent, mention, empty ? after : null);
    claim('filter', mention, absent, empty ? after : null);
    reading.draft.filters.push({ attribute, filter: { kind: 'null', column: attribute.ref, negated: empty?.negated ?? false, span } });
  }
  return null;
}

/** 登录过的客户, "customers who have logged in": it happened, so there is a time of it. */
export function saysItHappened(reading: Reading, mention: Mention, attribute: Attribute): boolean {
  const { text, draft } = reading;
  if (attribute.role !== 'time' || attribute.ref.table !== draft.subject?.thing.name) return false;
  const [before, behind] = [text.slice(0, mention.span.start), text.slice(mention.span.end)];
  const verb = /\p{Script=Han}$/u.test(mention.span.text) ? /^[过了](?!期|程)/.test(behind) && !/[期间日]$/.test(mention.span.text) : /ed(?: (?:in|up|on|out))?$/.test(mention.span.text) && HAPPENED.test(before);
  if (!verb) return false;
  claim('filter', mention);
  draft.filters.push({ attribute, filter: { kind: 'null', column: attribute.ref, negated: true, span: mention.span } });
  return true;
}

const HAPPENED = /\b(?:who|that|which|have|has|had|ever|once)(?: (?:ever|once|already))? $/;

/** The time of what did not happen; one beside another date's name (2025年注册) is that date's. */
function rangeBeside(reading: Reading, absent: Mention, mention: Mention, attribute: Attribute): Mention | undefined {
  const isOwn = (one: Mention) => one.claim === null && one.literal?.kind === 'time' && besideTimes(reading, one).every((other) => other === attribute);
  return [reading.mentions[absent.index - 1], reading.mentions[mention.index + 1], ...reading.mentions].find((one) => one !== undefined && isOwn(one));
}

/** 近90天未登录: the date is not in that time, or there is none. A date that may have moved on since tells nothing of an earlier time. */
function readAbsence(reading: Reading, attribute: Attribute, absent: Mention, mention: Mention, during: Mention): Stop | null {
  const time = during.literal?.kind === 'time' ? during.literal.time : null;
  if (!time || during.index < absent.index - 1 || during.index > mention.index + 1 || time.range.from === null) return refuse(reading, 'unplaced', during.span.text);
  if (time.range.to !== null && time.range.to <= reading.today) return refuse(reading, 'unplaced', spanOver(reading, absent, mention)?.text);
  claim('filter', absent, mention, during);
  reading.draft.filters.push({ attribute, filter: { kind: 'time', column: attribute.ref, range: dateRange(reading, time), negated: true, span: spanOver(reading, absent, mention, during) } });
  return null;
}

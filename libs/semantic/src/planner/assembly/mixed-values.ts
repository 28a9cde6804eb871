import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';

/** A value of the question and the column it was read as. */
export interface ChosenValue {
  attribute: Attribute;
  values: string[];
  mention: Mention;
  negated: boolean;
}

/**
 * Conditions that no list of ands can say: 杭州或VIP, 上海的VIP客户和北京的企业客户, 没有5A景区的省份. The mention that shows it, if any does.
 */
export function mixedUp(reading: Reading, chosen: ChosenValue[]): Mention | undefined {
  const across = chosen.find((one, at) => at > 0 && one.mention.glue.has('or') && chosen[at - 1]?.attribute !== one.attribute);
  const woven = chosen.find((one, at) => chosen.some((other, before) => before < at - 1 && other.attribute === one.attribute && chosen.slice(before + 1, at).some((between) => between.attribute !== one.attribute)));
  const lacking = chosen.find((one) => one.negated && lacksThing(reading, one.mention));
  const torn = chosen.find((one, at) => at > 0 && isTorn(chosen[at - 1]?.mention, one.mention));
  return (across ?? woven ?? lacking ?? torn)?.mention;
}

/** 电子书 is neither 电子 nor 书: a short value right behind another, with nothing between them, is the end of a longer word. */
function isTorn(before: Mention | undefined, mention: Mention): boolean {
  return before !== undefined && before.span.end === mention.span.start && /^\p{Script=Han}$/u.test(mention.span.text) && /\p{Script=Han}$/u.test(before.span.text);
}

/** "Provinces without 5A spots": what is missing is a thing with the value, not the value. */
function lacksThing(reading: Reading, mention: Mention): boolean {
  const before = reading.mentions[mention.index - 1];
  const thing = reading.mentions[mention.index + 1];
  const head = reading.mentions[mention.index + 2];
  const absent = /^(?:没有|没|无|without|no|lacking|have no|has no)$/.test(before?.span.text ?? '');
  if (absent && sensesOf(thing, 'attribute').some((sense) => sense.qualified)) return true;
  return absent && thing !== undefined && sensesOf(thing, 'thing').length > 0 && !thing.glue.has('of') && head?.glue.has('of') === true;
}

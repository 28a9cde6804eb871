import type { RelationFamily } from '../lexicon/cues';
import { namesOf } from '../../model/things';
import { reach } from '../lexicon/join-graph';
import type { Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { thingOf } from './head-thing';
import { negationBefore } from './negation';
import type { Stop } from './step';

/** Words of the model that a family of verbs speaks of; a verb means something only where the model has such a thing. */
const FAMILY_WORDS: Record<RelationFamily, RegExp> = {
  order: /^(?:orders?|purchases?|sales?|订单|购买|交易)$/i,
  refund: /^(?:refunds?|returns?|退款|退货)$/i,
  loan: /^(?:loans?|borrowings?|checkouts?|借阅|借书|借阅记录)$/i,
  visit: /^(?:visits?|appointments?|admissions?|就诊|就诊记录|挂号)$/i,
};

/** Where nothing is called so: the times of a thing that the verb tells of. Devices have a date of purchase. */
const FAMILY_TIMES: Partial<Record<RelationFamily, RegExp>> = { order: /^(?:购买|采购|购置|下单|purchased?|bought|ordered)(?:日期|时间| date)?$/i };

/** Things that rows must (not) have: "customers with no order", 有订单的客户, 下过单的客户. */
export function readRelations(reading: Reading): Stop | null {
  const subject = reading.draft.subject?.thing;
  if (!subject) return null;
  for (const mention of reading.mentions) {
    if (mention.claim !== null) continue;
    const thing = relatedThing(reading, mention, subject);
    if (!thing) continue;
    if (isListedValue(reading, mention, subject)) continue;
    const negation = negationBefore(reading, mention) ?? negationOverValues(reading, mention);
    const have = reading.mentions[mention.index - 1];
    const verb = cueOf(mention, 'relation') !== null;
    // "Laptops purchased by district": the word is of the date that the laptops themselves have.
    if (!negation && isDateOf(mention, thing)) continue;
    if (!negation && !verb && !(have && cueOf(have, 'have') && have.claim === null) && !isEvent(reading, mention, thing)) continue;
    claim('relation', mention, negation, have && cueOf(have, 'have') ? have : undefined);
    const span = spanOver(reading, negation, mention) ?? mention.span;
    const same = reading.draft.exists.find((one) => one.table === thing.name && one.negated === (negation !== null));
    if (!same) reading.draft.exists.push({ table: thing.name, negated: negation !== null, filters: [], span, at: mention.index });
  }
  return null;
}

/** Whether a verb is the name of a thing's own date, and that thing is known from nothing else. */
function isDateOf(mention: Mention, thing: Thing): boolean {
  const family = cueOf(mention, 'relation')?.of;
  const named = family !== undefined && namesOf(thing).some(({ name }) => FAMILY_WORDS[family].test(name));
  return !named && sensesOf(mention, 'attribute').some(({ attribute: { ref, role } }) => role === 'time' && ref.table === thing.name);
}

/** 从未通过App下单: a "never" before the way something was done denies that it was done so. */
function negationOverValues(reading: Reading, verb: Mention): Mention | null {
  if (!cueOf(verb, 'relation') && !/^下/.test(verb.span.text)) return null;
  for (let at = verb.index - 1; at >= 0; at--) {
    const before = reading.mentions[at];
    if (!before || before.claim !== null || reading.mentions[at + 1]?.glue.has('of')) return null;
    if (cueOf(before, 'negation')) return at < verb.index - 1 && isOfVerb(reading, before) ? before : null;
    if (sensesOf(before, 'value').length === 0 && before.literal?.kind !== 'time') return null;
  }
  return null;
}

/** 没有 and its like deny what was done; 未 alone may belong to the value behind it (未完成). */
function isOfVerb(reading: Reading, negation: Mention): boolean {
  const way = /^\s?(?:通过|用|使用|在|从|经|以)/.test(reading.text.slice(negation.span.end));
  return /^(?:从未|从没|从来没有|没有|没有过|没|未曾|never)$/.test(negation.span.text) || (/^(?:未|尚未)$/.test(negation.span.text) && way);
}

/** "Excluding cancelled and refunded orders": left out or beside another status, refunded is one too. */
function isListedValue(reading: Reading, mention: Mention, subject: Thing): boolean {
  const own = sensesOf(mention, 'value').filter(({ attribute }) => attribute.ref.table === subject.name);
  if (own.length > 0 && negationBefore(reading, mention)) return true;
  const next = reading.mentions[mention.index + 1];
  const beside = [mention.glue.has('and') || mention.glue.has('or') ? reading.mentions[mention.index - 1] : undefined, next?.glue.has('and') || next?.glue.has('or') ? next : undefined];
  return beside.some((other) => sensesOf(other, 'value').some((sense) => own.some(({ attribute }) => attribute === sense.attribute)));
}

/** A thing with several rows for one row of the subject. */
function relatedThing(reading: Reading, mention: Mention, subject: Thing): Thing | null {
  const named = thingOf(reading, mention) ?? thingOfVerb(reading, mention);
  if (!named || named === subject || named.kind === 'entity' || subject.kind === 'entity') return null;
  return reach(reading.model, subject.name, named.name)?.kind === 'many' ? named : null;
}

export function thingOfVerb(reading: Reading, mention: Mention): Thing | null {
  const family = cueOf(mention, 'relation')?.of;
  return family ? thingOfFamily(reading, family) : null;
}

/** The one table of the model that a family of verbs speaks of; null for none or several. */
export function thingOfFamily(reading: Reading, family: RelationFamily): Thing | null {
  const tables = [...reading.lexicon.things.values()].filter((thing) => thing.kind === 'table');
  const named = tables.filter((thing) => namesOf(thing).some(({ name }) => FAMILY_WORDS[family].test(name)));
  const things = named.length > 0 ? named : tables.filter((thing) => thing.attributes.some((one) => one.role === 'time' && namesOf(one).some(({ name }) => FAMILY_TIMES[family]?.test(name))));
  return things.length === 1 ? (things[0] ?? null) : null;
}

/** 下单 as a name of the orders themselves: "客户中今年下单的". Only where the word is a verb for the asker. */
function isEvent(reading: Reading, mention: Mention, thing: Thing): boolean {
  return /^(?:下单|购买|成交|退货|借阅|就诊)$/.test(mention.span.text) && sensesOf(mention, 'thing').some((sense) => sense.thing === thing.name);
}

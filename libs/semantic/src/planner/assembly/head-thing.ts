import { namesOf } from '../../model/things';
import type { Thing } from '../../model/things';
import { unitsOf } from '../lexicon/units';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';

export interface Head {
  thing: Thing;
  mention: Mention;
}

/**
 * The thing that a mention names; an entity before its source tables. Terms and value names may end with one: 活跃用户,
 * VIP客户, "primary schools" say what is counted as well as which. Null when none is named.
 */
export function thingOf(reading: Reading, mention: Mention | null | undefined): Thing | null {
  if (!mention) return null;
  const senses = sensesOf(mention, 'thing');
  const sense = senses.find((one) => one.entity) ?? senses[0];
  if (sense) return reading.lexicon.things.get(sense.thing) ?? null;
  const keys = unitsOf(mention.span.text).map((unit) => unit.key);
  const owners = [
    ...sensesOf(mention, 'value').filter((one) => one.match === 'named').map((one) => one.attribute.ref.table),
    ...sensesOf(mention, 'term').flatMap(({ id }) => termTables(reading, id)),
  ];
  return owners.map((owner) => reading.lexicon.things.get(owner)).find((thing) => thing && endsWithName(keys, thing)) ?? null;
}

/** The tables whose rows a term speaks of. */
export function termTables(reading: Reading, id: string): string[] {
  const term = reading.model.terms[id];
  return term ? [...(term.table ? [term.table] : []), ...term.candidates.map((one) => one.table)] : [];
}

function endsWithName(keys: string[], thing: Thing): boolean {
  return namesOf(thing).some(({ name }) => {
    const ending = unitsOf(name.toLowerCase()).map((unit) => unit.key);
    return ending.length > 0 && ending.length < keys.length && ending.every((key, at) => keys[keys.length - ending.length + at] === key);
  });
}

/**
 * What a list is a list of. Right after "which"/哪些 it stands; else English puts the head first ("orders of VIP
 * customers") except before a possessive, and Chinese last (VIP客户的订单).
 */
export function headOf(reading: Reading): Head | null {
  const open = reading.mentions.filter((mention) => mention.claim === null && thingOf(reading, mention) && !isNegatedRelation(reading, mention));
  const asked = open.find((mention) => cueOf(reading.mentions[mention.index - 1], 'which') && !isOwner(reading, mention));
  const mention = asked ?? (isChinese(open[0]) ? open.filter((one) => !afterHave(reading, one)).at(-1) : open.find((one) => !isPossessor(reading, one) && !afterHave(reading, one))) ?? open[0];
  const thing = thingOf(reading, mention);
  return thing && mention ? { thing, mention } : null;
}

function isChinese(mention: Mention | undefined): boolean {
  return mention !== undefined && /\p{Script=Han}/u.test(mention.span.text);
}

/** "customers with no order": the order is a condition, never the head. */
export function isNegatedRelation(reading: Reading, mention: Mention): boolean {
  return cueOf(reading.mentions[mention.index - 1], 'negation')?.scope === 'next';
}

function afterHave(reading: Reading, mention: Mention): boolean {
  for (let at = mention.index - 1; at >= 0; at--) {
    const before = reading.mentions[at];
    if (cueOf(before, 'have')) return at > 0 && !cueOf(reading.mentions[at - 1], 'count');
    if (before?.literal?.kind === 'number' || cueOf(before, 'compare') || cueOf(before, 'negation')) continue;
    return false;
  }
  return false;
}

/** 客户的订单: what follows the possessive is meant, not this. */
function isOwner(reading: Reading, mention: Mention): boolean {
  const next = reading.mentions[mention.index + 1];
  return isChinese(mention) && next !== undefined && next.glue.has('of') && thingOf(reading, next) !== null;
}

function isPossessor(reading: Reading, mention: Mention): boolean {
  const rest = reading.text.slice(mention.span.end);
  return /^'s?\s/.test(rest) && reading.mentions.slice(mention.index + 1).some((later) => thingOf(reading, later));
}

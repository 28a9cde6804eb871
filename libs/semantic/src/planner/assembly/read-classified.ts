import type { RelationFamily } from '../lexicon/cues';
import { reach } from '../lexicon/join-graph';
import { namesOf } from '../../model/things';
import type { Thing } from '../../model/things';
import { cueOf, type Mention } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { PEOPLE, PERSONS } from './check-counted';
import { thingOf } from './head-thing';
import { addMeasure, countOf } from './read-measures';
import { thingOfFamily, thingOfVerb } from './read-relations';
import type { Step } from './step';

/** What only the measure word names: 上周多少人下单 counts who ordered, 卖了多少单 the orders. */
export const readClassified: Step = (reading) => {
  const count = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'count'));
  if (!count || reading.draft.measures.length > 0) return null;
  if (/^(?:多少|几)单$/.test(count.span.text)) countSold(reading, count);
  else countPeople(reading, count);
  return null;
};

/** 卖了多少单, 买了多少单: what is sold by the order is counted so. */
function countSold(reading: Reading, count: Mention): void {
  const verb = reading.mentions[count.index - 1];
  if (!verb || verb.claim !== null || thingOf(reading, reading.mentions[count.index + 1])) return;
  const family: RelationFamily | undefined = cueOf(verb, 'sell') ? 'order' : cueOf(verb, 'relation')?.of;
  const thing = family === 'order' ? thingOfFamily(reading, family) : null;
  if (thing) addMeasure(reading, countOf(reading, thing), [verb, count]);
}

/** 多少人, "how many people" before or behind a verb: the one kind of people who have several of what was done. */
function countPeople(reading: Reading, count: Mention): void {
  const { mentions, lexicon, model } = reading;
  const next = mentions[count.index + 1];
  const noun = count.span.text === 'how many' && /^(?:people|persons)$/.test(next?.span.text ?? '') ? next : undefined;
  if (!noun && !PERSONS.test(count.span.text)) return;
  if (mentions.some((mention) => isPerson(thingOf(reading, mention)))) return;
  const done = mentions.flatMap((mention) => thingOfVerb(reading, mention) ?? eventOf(reading, mention) ?? []);
  const people = [...lexicon.things.values()].filter((thing) => thing.kind === 'table' && isPerson(thing) && done.some(({ name }) => reach(model, thing.name, name)?.kind === 'many'));
  const [person, ...others] = people;
  if (person && others.length === 0) addMeasure(reading, countOf(reading, person), [count, noun]);
}

function isPerson(thing: Thing | null): boolean {
  return thing !== null && namesOf(thing).some(({ name }) => PEOPLE.test(name));
}

function eventOf(reading: Reading, mention: Mention): Thing | null {
  return /^(?:下单|购买|成交|退款|退货|借阅|就诊)了?$/.test(mention.span.text) ? thingOf(reading, mention) : null;
}

import type { Attribute, Thing } from '../../model/things';
import { reach } from '../lexicon/join-graph';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { chosenFor, type Reading } from '../reading/reading';
import { nameOf } from '../../model/things';
import { homeOf } from './measure-home';

/** Attributes that a mention may stand for, the closest to what the question is about; more than one is a tie. */
export function closestAttributes(reading: Reading, mention: Mention, accept: (attribute: Attribute) => boolean = () => true): Attribute[] {
  const chosen = chosenFor(reading, `attribute:${mention.span.text}`);
  const senses = sensesOf(mention, 'attribute').filter(({ attribute }) => accept(attribute) && (chosen.length === 0 || chosen.includes(`${attribute.ref.table}.${attribute.ref.column}`)));
  const compound = compoundName(reading, mention);
  if (compound && accept(compound)) return [compound];
  const owned = senses.filter(({ attribute }) => attribute.ref.table === possessor(reading, mention));
  if (owned.length > 0) return nearest(owned.map(({ attribute }) => ({ attribute, far: 0 }))).map(({ attribute }) => attribute);
  const about = contextOf(reading);
  const ranked = senses.map(({ attribute, qualified }) => ({ attribute, far: qualified ? -1 : distance(reading, attribute, mention, about) }));
  return nearest(ranked).map(({ attribute }) => attribute);
}

/** "singer names" are the names of singers, whatever their column is called. */
function compoundName(reading: Reading, mention: Mention): Attribute | null {
  const before = reading.mentions[mention.index - 1];
  const sense = sensesOf(before, 'thing')[0];
  const adjacent = before && reading.text.slice(before.span.end, mention.span.start) === ' ' && /^names?$/.test(mention.span.text);
  const thing = adjacent && sense ? reading.lexicon.things.get(sense.thing) : undefined;
  return thing ? nameOf(thing) : null;
}

/** The thing whose columns a row of them names: "name and theme of all concerts", 歌手的姓名和年龄. */
function possessor(reading: Reading, mention: Mention): string | null {
  for (let at = mention.index + 1; at < reading.mentions.length; at++) {
    const next = reading.mentions[at];
    const thing = sensesOf(next, 'thing')[0];
    if (next && thing && (next.glue.has('of') || isArticle(reading.mentions[at - 1]))) return thing.thing;
    if (!next || thing || !(next.glue.has('and') || isArticle(next))) break;
  }
  if (!/\p{Script=Han}/u.test(mention.span.text)) return null;
  for (let at = mention.index; at > 0; at--) {
    const here = reading.mentions[at];
    const before = sensesOf(reading.mentions[at - 1], 'thing')[0];
    if (before && here?.glue.has('of')) return before.thing;
    if (!here?.glue.has('and')) break;
  }
  return null;
}

function isArticle(mention: Mention | undefined): boolean {
  return cueOf(mention, 'all') !== null || cueOf(mention, 'group') !== null;
}

/** Those of the ranked that share the smallest finite distance, each attribute once. */
export function nearest<T extends { far: number; attribute: Attribute }>(ranked: T[]): T[] {
  const least = Math.min(...ranked.map(({ far }) => far));
  if (!Number.isFinite(least)) return [];
  const seen = new Set<string>();
  return ranked.filter(({ far, attribute }) => {
    const key = `${attribute.ref.table}.${attribute.ref.column}`;
    if (far > least || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * How far an attribute's owner is from what the question is about: 0 for the subject itself, one more per to-one
 * join, 10 more where rows multiply. Without a subject, the things that the question names stand in for it.
 */
export function distance(reading: Reading, attribute: Attribute, mention: Mention, about = contextOf(reading)): number {
  const owner = reading.lexicon.things.get(attribute.ref.table);
  if (!owner) return Infinity;
  if (about.length === 0) return owner.kind === 'entity' ? 0 : isSource(reading, owner) ? 2 : 0;
  return Math.min(...about.map((thing) => between(reading, thing, owner))) - (namedBeside(reading, mention, owner) ? 0.5 : 0);
}

function contextOf(reading: Reading): Thing[] {
  const homes = reading.draft.measures.flatMap(({ what }) => reading.lexicon.things.get(homeOf(reading, what) ?? '') ?? []);
  if (!reading.draft.subject && homes.length > 0) return [...new Set(homes)];
  if (reading.draft.subject) return [reading.draft.subject.thing, ...namedThings(reading).filter((thing) => thing !== reading.draft.subject?.thing)];
  const named = namedThings(reading);
  return named.length > 0 ? named : bearersOfNames(reading);
}

/** "Kyle's id": nothing is named but one by its name. */
function bearersOfNames(reading: Reading): Thing[] {
  const owners = reading.mentions.flatMap((mention) => sensesOf(mention, 'value').filter((sense) => sense.attribute.role === 'name' && sense.match === 'exact').map((sense) => sense.attribute.ref.table));
  return [...new Set(owners)].flatMap((owner) => reading.lexicon.things.get(owner) ?? []);
}

/** The things that the question names: for a word that is both an entity and a table, the entity. */
export function namedThings(reading: Reading): Thing[] {
  const named = reading.mentions.flatMap((mention) => {
    const names = sensesOf(mention, 'thing');
    const entity = names.find((sense) => sense.entity) ?? names[0];
    const thing = entity && reading.lexicon.things.get(entity.thing);
    return thing ? [thing] : [];
  });
  return [...new Set(named)];
}

function between(reading: Reading, thing: Thing, owner: Thing): number {
  if (thing === owner) return 0;
  if (thing.kind === 'entity') return thing.tables.includes(owner.name) ? 5 : Infinity;
  if (owner.kind === 'entity') return owner.tables.includes(thing.name) ? 3 : Infinity;
  const way = reach(reading.model, thing.name, owner.name);
  if (!way) return Infinity;
  return way.steps + (way.kind === 'many' ? 10 : 0);
}

function isSource(reading: Reading, thing: Thing): boolean {
  return Object.values(reading.model.entities).some((entity) => entity.sources.includes(thing.name));
}

function namedBeside(reading: Reading, mention: Mention, owner: Thing): boolean {
  const beside = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1], reading.mentions[mention.index - 2], reading.mentions[mention.index + 2]];
  return beside.some((other) => sensesOf(other, 'thing').some((sense) => sense.thing === owner.name));
}

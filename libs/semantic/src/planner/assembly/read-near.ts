import { attributeLabel, label, say, valueLabel } from '../../wording/words';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, chosenFor, claim, spanOver } from '../reading/reading';
import { attributeKey, tiedValues } from './ask-about';
import { countOfHead } from './read-order';
import { refuse } from './refuse';
import { ask, type Stop } from './step';

/** "Near" without a distance, in metres. */
const DEFAULT_RADIUS = 5000;

/** 西湖附近5公里的景区, "spots within 10 km of West Lake": a stored place, and how far around it. */
export function readNear(reading: Reading): Stop | null {
  const thing = reading.draft.subject?.thing;
  const location = thing?.attributes.find((attribute) => attribute.role === 'geo');
  const distance = reading.mentions.find((mention) => mention.claim === null && mention.literal?.kind === 'distance');
  const cues = reading.mentions.filter((mention) => mention.claim === null && (cueOf(mention, 'near') || isNearest(reading, mention)));
  const cue = cues.find((mention) => nearestAsked(mention)) ?? cues[0];
  if (!thing || !location || (!distance && !cue)) return null;
  const names = thing.attributes.filter((attribute) => attribute.role === 'name');
  const place = placeOf(reading, names, cue ?? distance);
  if (place === null) return cue && NEAR_WHAT.test(cue.span.text) ? nearWhat(reading, thing, cue, distance) : null;
  if ('kind' in place) return place;
  const { mention, nameColumn, value, city } = place;
  const second = reading.mentions.find((other) => other !== mention && other !== city && other.claim === null && sensesOf(other, 'value').some((sense) => sense.attribute.role === 'name'));
  if (second) return refuse(reading, 'unplaced', second.span.text);
  claim('near', mention, ...cues, distance, city);
  limitNearest(reading, cue);
  const radiusMeters = distance?.literal?.kind === 'distance' ? distance.literal.meters : nearestAsked(cue) ? null : DEFAULT_RADIUS;
  reading.draft.near = { place: { kind: 'stored', nameColumn: nameColumn.ref, value }, location: location.ref, radiusMeters, span: spanOver(reading, mention, cue, distance) };
  reading.draft.strategy = 'spatial';
  if (!distance && radiusMeters !== null) reading.disclosures.push(say(reading.locale, '附近按5公里以内计算', 'near means within 5 km'));
  if (value.toLowerCase() !== mention.span.text) reading.disclosures.push(say(reading.locale, `“${mention.span.text}”按“${value}”的位置计算`, `“${mention.span.text}” was taken as “${value}”`));
  return null;
}

/** Words that ask for what lies around a place, whether or not they name it. */
const NEAR_WHAT = /附近|周边|周围|旁边|nearby|near|around|close/;

/** 附近有什么景点, "attractions near me": of where the asker is nothing is known; a city will do as well. */
function nearWhat(reading: Reading, thing: Thing, cue: Mention, distance: Mention | undefined): Stop | null {
  const unnamed = reading.mentions.every((mention) => mention.claim !== null || mention.literal?.kind === 'distance' || sensesOf(mention, 'value').every(({ attribute }) => attribute.role !== 'name'));
  const towns = thing.attributes.find(({ role, label }) => role === 'dimension' && /城市|city|town|区县?$|district/i.test(`${label.zh ?? ''} ${label.en ?? ''}`));
  if (!unnamed || !towns) return null;
  const chosen = chosenFor(reading, `near:${thing.name}`).map((one) => one.slice(`${attributeKey(towns)}=`.length));
  if (chosen.length > 0) {
    claim('filter', cue, distance);
    reading.draft.filters.push({ attribute: towns, filter: { kind: 'in', column: towns.ref, values: chosen, negated: false, span: cue.span } });
    return null;
  }
  const name = label(thing.label, reading.locale, thing.name);
  return ask({
    trigger: 'missing_filter', key: `near:${thing.name}`, combinable: true,
    question: say(reading.locale, `您想看哪里附近的${name}？可以选一个${attributeLabel(towns, 'zh')}，也可以直接说地点。`, `Near which place? Choose a ${attributeLabel(towns, 'en')}, or name a place.`),
    options: towns.stored.slice(0, 4).map((value) => ({ label: valueLabel(towns, value, reading.locale), value: `${attributeKey(towns)}=${value}`, aliases: [value] })),
    span: cue.span,
  });
}

function nearestAsked(cue: Mention | undefined): boolean {
  return /nearest|closest|最近/.test(cue?.span.text ?? '');
}

/** 离雷峰塔最近的5个景区: 最近 of a place, not of a time. */
function isNearest(reading: Reading, mention: Mention): boolean {
  return /^最近的?$/.test(mention.span.text) && /[离距]/.test(reading.text.slice(0, mention.span.start));
}

function limitNearest(reading: Reading, cue: Mention | undefined): void {
  if (!cue || !nearestAsked(cue)) return;
  const beside = [reading.mentions[cue.index + 1], reading.mentions[cue.index - 1]].find((one) => one?.claim === null && one.literal?.kind === 'number');
  const next = beside ?? countOfHead(reading);
  if (next?.literal?.kind !== 'number') {
    // One is the nearest; 哪些, 多少 and a plural ask for more.
    const several = /哪些|哪几|多少|几个/.test(reading.text) || /s$/i.test(reading.draft.subject?.span?.text ?? '') || reading.mentions.some(({ literal }) => literal?.kind === 'distance' || literal?.kind === 'number');
    if (!several) reading.draft.limit = 1;
    return;
  }
  claim('order', next);
  reading.draft.limit = next.literal.value;
}

interface Place {
  mention: Mention;
  nameColumn: Attribute;
  value: string;
  /** The city that only locates the place further: 杭州西湖. */
  city: Mention | undefined;
}

function placeOf(reading: Reading, names: Attribute[], cue: Mention | undefined): Place | Stop | null {
  const candidates = reading.mentions.filter((mention) => mention.claim === null && sensesOf(mention, 'value').some((sense) => names.includes(sense.attribute)));
  const closest = candidates.sort((a, b) => Math.abs(a.index - (cue?.index ?? 0)) - Math.abs(b.index - (cue?.index ?? 0)))[0];
  const nameColumn = sensesOf(closest, 'value').find((sense) => names.includes(sense.attribute))?.attribute;
  if (!closest || !nameColumn) return null;
  const before = reading.mentions[closest.index - 1];
  const city = before && before.claim === null && sensesOf(before, 'value').length > 0 && closest.glue.size === 0 ? before : undefined;
  const chosen = chosenFor(reading, `value:${closest.span.text}`)[0];
  const named = placesNamed(closest.span.text, nameColumn, city?.span.text ?? '');
  // A misspelt name is part of no stored one; what it was taken for is.
  const meant = sensesOf(closest, 'value').filter(({ attribute }) => attribute === nameColumn).map(({ value }) => value);
  const values = (named.length > 0 ? named : [...new Set(meant)]).filter((value) => chosen === undefined || chosen.endsWith(`=${value}`));
  if (values.length > 1) return tiedValues(reading, closest, values.map((value) => ({ attribute: nameColumn, value })), { single: true });
  const [value] = values;
  return value === undefined ? null : { mention: closest, nameColumn, value, city };
}

/** The stored names that a place's words may mean: the very name, else those that contain it, those of the city named before it first. */
export function placesNamed(words: string, nameColumn: Attribute, city: string): string[] {
  const exact = nameColumn.stored.filter((value) => value.normalize('NFKC').toLowerCase() === words);
  if (exact.length > 0) return exact.slice(0, 1);
  const containing = nameColumn.stored.filter((value) => value.toLowerCase().includes(words));
  const local = city === '' ? [] : containing.filter((value) => value.startsWith(city));
  const kept = local.length > 0 ? local : wholeName(containing, words);
  const places = kept.map((value) => nameColumn.stored.find((other) => isLongerName(value, other)) ?? value);
  return [...new Set(places)];
}

/** One thing kept in two tables: "杭州西湖风景名胜区 West Lake" is 杭州西湖风景名胜区 with its name in another language behind. */
export const isLongerName = (name: string, other: string): boolean => name.startsWith(`${other} `);

/** "West Lake" is the whole English name of one place and only a part of "Slender West Lake". */
function wholeName(values: string[], words: string): string[] {
  const whole = values.filter((value) => /[a-z]/.test(words) && value.toLowerCase().replace(/^[^a-z]*/, '') === words);
  return whole.length > 0 ? whole : values;
}

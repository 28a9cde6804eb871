import type { Filter } from '@querent/contracts';
import { say, valueLabel } from '../answer/words';
import type { Attribute } from '../lexicon/model-view';
import type { Mention, SenseOf } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { qualifiedLabel, tiedValues } from './ask-about';
import { distance, nearest } from './choose-attribute';
import { negatedBefore } from './negation';
import { addDimension } from './read-dimensions';
import { APART } from './check-limits';
import { placesNamed } from './read-near';
import { refuse } from './refuse';
import type { Stop } from './step';

/** 浙江以外的景区, 浙江和江苏以外: the negation stands behind the last of a list. */
function negatedBehind(reading: Reading, mention: Mention): boolean {
  let at = mention.index + 1;
  while (reading.mentions[at]?.glue.has('and') && sensesOf(reading.mentions[at], 'value').length > 0) at++;
  const end = reading.mentions[at];
  if (!end || !cueOf(end, 'except_end') || !/^(?:以外|之外)/.test(end.span.text)) return false;
  claim('negation', end);
  return true;
}

interface Chosen {
  attribute: Attribute;
  values: string[];
  mention: Mention;
  negated: boolean;
}

/** Words that are stored values become filters; several of one column, joined by and/or, one IN. */
export function readValues(reading: Reading): Stop | null {
  const chosen: Chosen[] = [];
  for (const mention of reading.mentions) {
    if (!isOpenForFilter(mention) || sensesOf(mention, 'value').length === 0) continue;
    const result = chooseValue(reading, mention, chosen.at(-1)?.attribute);
    if (result === null) continue;
    if ('kind' in result) return result;
    const inherited = mention.glue.has('and') || mention.glue.has('or') ? (chosen.at(-1)?.negated ?? false) : false;
    chosen.push({ ...result, mention, negated: negatedBefore(reading, mention) || negatedBehind(reading, mention) || inherited });
    claim('filter', mention);
    mention.filtered = true;
  }
  const mixed = mixedUp(reading, chosen);
  if (mixed) return refuse(reading, 'unplaced', mixed.span.text);
  compareValues(reading, chosen);
  for (const group of groupByColumn(chosen)) reading.draft.filters.push({ filter: valueFilter(reading, group), attribute: group[0]?.attribute ?? null });
  return null;
}

/** Open, or claimed only for the thing that its words end with (VIP客户). */
export function isOpenForFilter(mention: Mention): boolean {
  if (mention.filtered) return false;
  return mention.claim === null || (sensesOf(mention, 'thing').length === 0 && NOUN_CLAIMS.has(mention.claim));
}

const NOUN_CLAIMS: ReadonlySet<string> = new Set(['measure', 'subject', 'dimension', 'relation']);

function chooseValue(reading: Reading, mention: Mention, previous: Attribute | undefined): { attribute: Attribute; values: string[] } | Stop | null {
  const choice = reading.choices.get(`value:${mention.span.text}`);
  const senses = sensesOf(mention, 'value').filter((sense) => !needsLabel(sense) || labelBeside(reading, mention, sense.attribute));
  const picked = choice === undefined ? senses : chosenSenses(senses, choice);
  const ranked = picked.map((sense) => ({ sense, attribute: sense.attribute, far: farness(reading, mention, sense, previous) }));
  const [first, ...tied] = nearest(ranked);
  if (!first) return null;
  const rest = tied.every((one) => isSamePlace(first, one)) ? [] : tied;
  if (rest.length > 0) return tiedValues(reading, mention, [first, ...rest].map(({ sense }) => sense));
  const elsewhere = choice === undefined ? nameElsewhere(reading, mention, first) : undefined;
  if (elsewhere) return tiedValues(reading, mention, [first.sense, elsewhere]);
  const own = picked.filter((sense) => sense.attribute === first.attribute);
  const best = bestValues(own);
  if (best.length > 1) return tiedValues(reading, mention, best);
  const value = best[0];
  if (!value) return null;
  const places = choice === undefined && value.match === 'suffix' && first.attribute.role === 'name' ? placesNamed(mention.span.text, first.attribute, '') : [];
  if (places.length > 1) return tiedValues(reading, mention, places.map((place) => ({ attribute: first.attribute, value: place })));
  claim('label', labelBeside(reading, mention, first.attribute));
  disclose(reading, mention, value);
  const spellings = own.filter((sense) => sense.value.toLowerCase() === value.value.toLowerCase()).map((sense) => sense.value);
  return { attribute: first.attribute, values: [...new Set(spellings)] };
}

/** The sense that the asker chose, which may be a stored value whose name only contains the word. */
function chosenSenses(senses: SenseOf<'value'>[], choice: string): SenseOf<'value'>[] {
  const key = ({ attribute }: SenseOf<'value'>) => `${attribute.ref.table}.${attribute.ref.column}=`;
  const exact = senses.filter((sense) => key(sense) + sense.value === choice);
  if (exact.length > 0) return exact;
  return senses.filter((sense) => choice.startsWith(key(sense)) && sense.attribute.stored.includes(choice.slice(key(sense).length))).slice(0, 1).map((sense) => ({ ...sense, value: choice.slice(key(sense).length) }));
}

/** 上海 as a province and as a city is one place, the same rows. */
function isSamePlace(a: { attribute: Attribute; sense: SenseOf<'value'> }, b: { attribute: Attribute; sense: SenseOf<'value'> }): boolean {
  const level = ({ label, synonyms }: Attribute) => /省|province/i.test(`${label.zh ?? ''}${label.en ?? ''}${synonyms.zh.join('')}`);
  return a.sense.value === b.sense.value && a.attribute.ref.table === b.attribute.ref.table && level(a.attribute) !== level(b.attribute) && /^(?:北京|上海|天津|重庆)/.test(a.sense.value);
}

/** "springfield" as a state's capital, where it is also the very name of a city that the subject is not joined with. */
function nameElsewhere(reading: Reading, mention: Mention, first: { attribute: Attribute; sense: SenseOf<'value'>; far: number }): SenseOf<'value'> | undefined {
  if (first.attribute.role === 'name' || first.far < 0 || first.sense.match === 'named') return undefined;
  return sensesOf(mention, 'value').find((sense) => sense.attribute.role === 'name' && sense.match === 'exact' && !Number.isFinite(distance(reading, sense.attribute, mention)) && sense.attribute.ownerKind === 'table' && first.attribute.ownerKind === 'table');
}

/** 杭州和上海的订单金额对比: values set against each other are groups. */
function compareValues(reading: Reading, chosen: Chosen[]): void {
  const versus = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'versus'));
  const first = chosen.find((one) => !one.negated && chosen.some((other) => other !== one && other.attribute === one.attribute && !other.negated));
  const apart = APART.test(reading.text) && reading.draft.exists.length === 0;
  if ((!versus && !apart) || !first) return;
  if (reading.draft.measures.length > 0 && (apart || reading.draft.dimensions.length === 0)) addDimension(reading, first.attribute, [versus ?? null]);
}

/**
 * Conditions that no list of ands can say: 杭州或VIP, 上海的VIP客户和北京的企业客户, 没有5A景区的省份. The mention that shows it, if any does.
 */
function mixedUp(reading: Reading, chosen: Chosen[]): Mention | undefined {
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

/** A column named beside the value settles which one; so does a neighbour value of the same column. */
function farness(reading: Reading, mention: Mention, sense: SenseOf<'value'>, previous: Attribute | undefined): number {
  const base = distance(reading, sense.attribute, mention);
  if (!Number.isFinite(base)) return base;
  if (labelBeside(reading, mention, sense.attribute)) return base - 20;
  if (previous === sense.attribute) return base - 5;
  return base + (sense.match === 'suffix' ? 0.3 : 0);
}

function bestValues(senses: SenseOf<'value'>[]): SenseOf<'value'>[] {
  const exact = senses.filter((sense) => sense.match !== 'suffix');
  const kept = exact.length > 0 ? exact : senses;
  const seen = new Set<string>();
  return kept.filter((sense) => {
    const key = sense.value.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** "A" or "1" alone is no value; "grade A" is. */
function needsLabel(sense: SenseOf<'value'>): boolean {
  return sense.match === 'exact' && /^[\x20-\x7e]{1}$/.test(sense.value);
}

/** The mention of the value's own column right before or after it, an "is" between them allowed. */
export function labelBeside(reading: Reading, mention: Mention, attribute: Attribute): Mention | undefined {
  for (const step of [-1, 1, -2]) {
    const other = reading.mentions[mention.index + step];
    if (step === -2 && !isEquals(reading.mentions[mention.index - 1])) continue;
    if (other && sensesOf(other, 'attribute').some((sense) => sense.attribute === attribute) && (other.claim === null || other.claim === 'label')) {
      if (step === -2) claim('label', reading.mentions[mention.index - 1]);
      return other;
    }
  }
  return undefined;
}

function isEquals(mention: Mention | undefined): boolean {
  return cueOf(mention, 'compare')?.op === '=' || cueOf(mention, 'negation') !== null;
}

function disclose(reading: Reading, mention: Mention, sense: SenseOf<'value'>): void {
  if (sense.match !== 'suffix' && mention.confidence >= 0.9) return;
  const column = qualifiedLabel(reading, sense.attribute);
  const stored = valueLabel(sense.attribute, sense.value, reading.locale);
  reading.disclosures.push(say(reading.locale, `“${mention.span.text}”按${column}“${stored}”理解`, `“${mention.span.text}” was read as ${column} “${stored}”`));
}

function groupByColumn(chosen: Chosen[]): Chosen[][] {
  const groups = new Map<string, Chosen[]>();
  for (const one of chosen) {
    const key = `${one.attribute.ref.table}.${one.attribute.ref.column}.${one.negated}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function valueFilter(reading: Reading, group: Chosen[]): Filter {
  const values = [...new Set(group.flatMap((one) => one.values))];
  const span = spanOver(reading, ...group.map((one) => one.mention));
  const [first] = group;
  const column = first?.attribute.ref ?? { table: '', column: '' };
  const negated = first?.negated ?? false;
  const [value = ''] = values;
  if (values.length === 1) return { kind: 'compare', column, op: negated ? '!=' : '=', value, span };
  return { kind: 'in', column, values, negated, span };
}

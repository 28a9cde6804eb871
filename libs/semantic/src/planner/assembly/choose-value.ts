import { say, valueLabel } from '../../wording/words';
import type { Attribute } from '../../model/things';
import { type Mention, type SenseOf, cueOf, sensesOf } from '../reading/mention';
import { chosenFor, type Reading, claim } from '../reading/reading';
import { attributeKey, qualifiedLabel, tiedValues } from './ask-about';
import { distance, nearest } from './choose-attribute';
import { isLongerName, placesNamed } from './read-near';
import type { Stop } from './step';

type ValueSense = SenseOf<'value'>;

/** A value word as read: of one column, or, where the asker took several together, of any of the columns. */
export interface ValueReading {
  attribute: Attribute;
  values: string[];
  others: { attribute: Attribute; value: string }[];
}

/** Which stored value of which column a word means; a stop when the asker has to say. */
export function chooseValue(reading: Reading, mention: Mention, previous: Attribute | undefined): ValueReading | Stop | null {
  const found = onceEach(sensesOf(mention, 'value').filter((sense) => !needsLabel(sense) || mention.lettered === true || labelBeside(reading, mention, sense.attribute)));
  const senses = placedBy(reading, mention, found);
  const chosen = choiceOf(reading, mention, senses);
  if (chosen.length > 0) return takeChosen(reading, mention, chosen);
  const ranked = senses.map((sense) => ({ sense, attribute: sense.attribute, far: farness(reading, mention, sense, previous) }));
  const [closest, ...tied] = nearest(ranked);
  if (!closest) return null;
  const rest = tied.every((one) => isSamePlace(closest, one)) ? [] : tied;
  if (rest.length > 0) return tiedValues(reading, mention, [closest, ...rest].map(({ sense }) => sense));
  // Of one place at two levels the column that more of an entity's sources have: the other loses the rows of the rest.
  const first = tied.reduce((best, one) => (sourcesOf(reading, one.attribute) > sourcesOf(reading, best.attribute) ? one : best), closest);
  const elsewhere = nameElsewhere(reading, mention, first);
  if (elsewhere) return tiedValues(reading, mention, [first.sense, elsewhere]);
  const own = senses.filter((sense) => sense.attribute === first.attribute);
  const best = bestValues(own);
  if (best.length > 1) return tiedValues(reading, mention, best);
  const value = best[0];
  if (!value) return null;
  const places = value.match === 'suffix' && first.attribute.role === 'name' && senses === found ? placesNamed(mention.span.text, first.attribute, '') : [];
  if (places.length > 1) return tiedValues(reading, mention, places.map((place) => ({ attribute: first.attribute, value: place })));
  settle(reading, mention, ranked.map(({ attribute }) => attribute), value);
  claim('label', labelBeside(reading, mention, first.attribute));
  disclose(reading, mention, value);
  const spellings = own.filter((sense) => sense.value.toLowerCase() === value.value.toLowerCase()).map((sense) => sense.value);
  return { attribute: first.attribute, values: [...new Set(spellings)], others: [] };
}

/** What the asker chose for this word. A column that the question itself names beside the word outranks a habit. */
function choiceOf(reading: Reading, mention: Mention, senses: ValueSense[]): ValueSense[] {
  const choices = [...chosenFor(reading, `value:${mention.span.text}`), ...chosenFor(reading, `unknown:${mention.span.text}`).map((one) => one.replace(/^value:/, ''))];
  const named = senses.filter((sense) => labelBeside(reading, mention, sense.attribute));
  return choices.flatMap((choice) => chosenSenses(named.length > 0 ? named : senses, choice));
}

/** The sense that the asker chose, which may be a stored value whose name only contains the word. */
function chosenSenses(senses: ValueSense[], choice: string): ValueSense[] {
  const key = ({ attribute }: ValueSense) => `${attributeKey(attribute)}=`;
  const exact = senses.filter((sense) => key(sense) + sense.value === choice);
  if (exact.length > 0) return exact.slice(0, 1);
  return senses.filter((sense) => choice.startsWith(key(sense)) && sense.attribute.stored.includes(choice.slice(key(sense).length))).slice(0, 1).map((sense) => ({ ...sense, value: choice.slice(key(sense).length) }));
}

function takeChosen(reading: Reading, mention: Mention, chosen: ValueSense[]): ValueReading | null {
  const [first] = chosen;
  if (!first || !Number.isFinite(distance(reading, first.attribute, mention))) return null;
  const own = chosen.filter(({ attribute }) => attribute === first.attribute);
  claim('label', labelBeside(reading, mention, first.attribute));
  for (const sense of chosen) disclose(reading, mention, sense);
  const spellings = own.flatMap(({ attribute, value }) => attribute.stored.filter((stored) => stored.toLowerCase() === value.toLowerCase()).concat(value));
  return { attribute: first.attribute, values: [...new Set(spellings)], others: chosen.filter(({ attribute }) => attribute !== first.attribute) };
}

/** A named column decided between several: said for good, until a habit is formed anew. */
function settle(reading: Reading, mention: Mention, attributes: Attribute[], value: ValueSense): void {
  if (new Set(attributes).size < 2 || !labelBeside(reading, mention, value.attribute)) return;
  reading.settled.push({ key: `value:${mention.span.text}`, value: `${attributeKey(value.attribute)}=${value.value}` });
}

/** 上海 as a province and as a city is one place, the same rows. */
function isSamePlace(a: { attribute: Attribute; sense: ValueSense }, b: { attribute: Attribute; sense: ValueSense }): boolean {
  const level = ({ label, synonyms }: Attribute) => /省|province/i.test(`${label.zh ?? ''}${label.en ?? ''}${synonyms.zh.join('')}`);
  return a.sense.value === b.sense.value && a.attribute.ref.table === b.attribute.ref.table && level(a.attribute) !== level(b.attribute) && /^(?:北京|上海|天津|重庆)/.test(a.sense.value);
}

function sourcesOf({ model }: Reading, { ref }: Attribute): number {
  return model.entities[ref.table]?.fields[ref.column]?.columns.length ?? 1;
}

/** "springfield" as a state's capital, where it is also the very name of a city that the subject is not joined with. */
function nameElsewhere(reading: Reading, mention: Mention, first: { attribute: Attribute; sense: ValueSense; far: number }): ValueSense | undefined {
  if (first.attribute.role === 'name' || first.far < 0 || first.sense.match === 'named') return undefined;
  return sensesOf(mention, 'value').find((sense) => sense.attribute.role === 'name' && sense.match === 'exact' && !Number.isFinite(distance(reading, sense.attribute, mention)) && sense.attribute.ownerKind === 'table' && first.attribute.ownerKind === 'table');
}

/** A column named beside the value settles which one; so does a neighbour value of the same column. */
function farness(reading: Reading, mention: Mention, sense: ValueSense, previous: Attribute | undefined): number {
  const base = distance(reading, sense.attribute, mention);
  if (!Number.isFinite(base)) return base;
  if (labelBeside(reading, mention, sense.attribute)) return base - 20;
  if (previous === sense.attribute) return base - 5;
  return base + (sense.match === 'suffix' ? 0.3 : 0);
}

function bestValues(senses: ValueSense[]): ValueSense[] {
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

/** Of one thing kept in two tables the shorter name stands for both. */
function onceEach(senses: ValueSense[]): ValueSense[] {
  return senses.filter(({ attribute, value }) => attribute.ownerKind !== 'entity' || !senses.some((other) => other.attribute === attribute && isLongerName(value, other.value)));
}

/** 广州白云山: of several names the one that holds the place beside it, where one alone does. */
function placedBy(reading: Reading, mention: Mention, values: ValueSense[]): ValueSense[] {
  if (values.length < 2 || values.some(({ attribute }) => attribute.role !== 'name')) return values;
  const beside = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]].filter((other) => sensesOf(other, 'value').some(({ attribute }) => attribute.role === 'dimension'));
  const local = beside.flatMap((other) => values.filter(({ value }) => other !== undefined && value.toLowerCase().includes(other.span.text)));
  const names = [...new Set(local.map(({ value }) => value))];
  return names.filter((name) => !names.some((other) => isLongerName(name, other))).length === 1 ? local : values;
}

/** "a" or "1" alone is no value; "grade A" is, and so is an "A" that is no article. */
function needsLabel(sense: ValueSense): boolean {
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

function disclose(reading: Reading, mention: Mention, sense: ValueSense): void {
  if (sense.match !== 'suffix' && mention.confidence >= 0.9) return;
  const column = qualifiedLabel(reading, sense.attribute);
  const stored = valueLabel(sense.attribute, sense.value, reading.locale);
  reading.disclosures.push(say(reading.locale, `“${mention.span.text}”按${column}“${stored}”理解`, `“${mention.span.text}” was read as ${column} “${stored}”`));
}

import { attributeLabel, label, say, valueLabel } from '../../wording/words';
import { namesOf } from '../../model/things';
import { senseNamed } from '../lexicon/model-part';
import type { Sense } from '../lexicon/sense';
import { spellingsLike } from '../lexicon/spellings';
import type { Reading } from '../reading/reading';
import { qualifiedLabel } from './ask-about';

/** One reading that is offered for a word that nothing explains. */
export interface UnknownOption {
  label: string;
  description?: string;
  value: string;
  aliases: string[];
}

/** Below this share of common letter pairs two words are no longer "did you mean"; a pair of Han characters says more than one of letters. */
const ALIKE = { han: 0.34, latin: 0.55 };
/** What stored text that contains the word is worth beside a likeness. */
const CONTAINED = 0.6;

/** Readings of an unknown word, best first: what is written alike, and what was proposed as alike in meaning. */
export function unknownOptions(reading: Reading, word: string, misspelt: readonly string[]): UnknownOption[] {
  const found = [...misspelt.map((value) => ({ value, score: 1 })), ...writtenAlike(reading, word), ...proposed(reading, word)];
  const seen = new Set<string>();
  return found
    .sort((a, b) => b.score - a.score)
    .flatMap(({ value }) => optionOf(reading, value) ?? [])
    .filter((one) => !seen.has(one.label) && seen.add(one.label));
}

/** Proposals for this very word that name something the model has. */
export function proposed(reading: Reading, word: string): { value: string; score: number }[] {
  return reading.proposals.filter((one) => one.word.toLowerCase() === word && senseOf(reading, one.value) !== null).map(({ value, score }) => ({ value, score }));
}

export function senseOf(reading: Reading, value: string): Sense | null {
  return senseNamed(reading.model, reading.lexicon.things, value);
}

function writtenAlike(reading: Reading, word: string): { value: string; score: number }[] {
  const enough = /\p{Script=Han}/u.test(word) ? ALIKE.han : ALIKE.latin;
  if (word.length < 3 && enough === ALIKE.latin) return [];
  const best = new Map<string, number>();
  for (const { value, text, likeness, stored } of spellingsLike(reading.lexicon, reading.model, word, enough)) {
    const score = text === word ? 1 : Math.max(stored && word.length > 1 && text.includes(word) ? CONTAINED : 0, likeness);
    if (score >= enough && score > (best.get(value) ?? 0)) best.set(value, score);
  }
  return [...best].map(([value, score]) => ({ value, score }));
}

/** How a part of the model is offered: under its label, with what it is. */
export function optionOf(reading: Reading, value: string): UnknownOption | null {
  const sense = senseOf(reading, value);
  if (!sense || sense.kind === 'cue' || sense.kind === 'filter' || sense.kind === 'reserved') return null;
  const { locale, model } = reading;
  if (sense.kind === 'value') {
    const name = valueLabel(sense.attribute, sense.value, locale);
    return { label: `${qualifiedLabel(reading, sense.attribute)}${say(locale, '：', ': ')}${name}`, value, aliases: [name, sense.value] };
  }
  if (sense.kind === 'attribute') return { label: qualifiedLabel(reading, sense.attribute), value, aliases: [attributeLabel(sense.attribute, locale), ...namesOf(sense.attribute).map(({ name }) => name)] };
  const part = sense.kind === 'metric' ? model.metrics[sense.id] : sense.kind === 'term' ? model.terms[sense.id] : reading.lexicon.things.get(sense.thing);
  if (!part) return null;
  const description = label('description' in part ? (part.description ?? {}) : {}, locale);
  return { label: label(part.label, locale, sense.kind === 'thing' ? sense.thing.replaceAll('_', ' ') : sense.id), ...(description ? { description } : {}), value, aliases: namesOf(part).map(({ name }) => name) };
}

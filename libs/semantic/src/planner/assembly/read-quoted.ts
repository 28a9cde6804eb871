import type { Filter } from '@querent/contracts';
import { say } from '../../wording/words';
import type { Lexicon } from '../lexicon/lexicon';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { type CueOf, cueOf, sensesOf } from '../reading/mention';
import { type Reading, chosenFor, claim, spanOver } from '../reading/reading';
import { attributeKey, qualifiedLabel, tiedAttributes, tiedValues } from './ask-about';
import { closestAttributes, distance, nearest } from './choose-attribute';
import { likeness } from '../lexicon/likeness';
import { negatedBefore } from './negation';
import { nameOf } from '../../model/things';
import { type Stop, ask } from './step';

/** Quoted text is a value as it stands: of the column named beside it, else of the one that stores it; or a part of one. */
export function readQuoted(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null || mention.literal?.kind !== 'quoted') continue;
    const text = written(reading, mention, mention.literal.text);
    const part = partCue(reading, mention);
    const stop = part ? readPart(reading, mention, text, part) : readWhole(reading, mention, text);
    if (stop) return stop;
  }
  return null;
}

/** The passage in the asker's own letters: values are compared as stored, and 'CA' is not 'ca'. */
function written(reading: Reading, mention: Mention, text: string): string {
  const raw = reading.question.slice(reading.toOriginal(mention.span.start), reading.toOriginal(mention.span.end));
  const at = raw.toLowerCase().indexOf(text.toLowerCase());
  return at >= 0 ? raw.slice(at, at + text.length).trim() : text.trim();
}

function labelBefore(reading: Reading, mention: Mention): Mention | null {
  for (let at = mention.index - 1; at >= Math.max(0, mention.index - 3); at--) {
    const before = reading.mentions[at];
    if (before && sensesOf(before, 'attribute').length > 0) return before;
    if (!before || !(cueOf(before, 'negation') || cueOf(before, 'contains') || cueOf(before, 'compare') || before.claim === 'label')) return null;
  }
  return null;
}

function readWhole(reading: Reading, mention: Mention, text: string): Stop | null {
  const label = labelBefore(reading, mention);
  const labelled = label ? closestAttributes(reading, label, isText) : [];
  if (labelled.length > 1 && label) return tiedAttributes(reading, label, labelled);
  const [attribute] = labelled;
  if (attribute) return addWhole(reading, mention, text, attribute, label);
  const chosen = chosenFor(reading, `value:${mention.span.text}`)[0];
  const storing = storingOf(reading).get(text.toLowerCase()) ?? [];
  const closest = nearest(storing.map((one) => ({ attribute: one, far: distance(reading, one, mention) }))).map((one) => one.attribute).filter((one) => chosen === undefined || chosen.startsWith(`${attributeKey(one)}=`));
  if (closest.length > 1 ) return tiedValues(reading, mention, closest.map((one) => ({ attribute: one, value: storedAs(one, text) ?? text })), { single: true });
  const subject = reading.draft.subject?.thing;
  const named = /(?:named|called|名为|名叫|叫做|叫)\s*$/.test(reading.text.slice(0, mention.span.start));
  const [only] = closest.length === 0 && named && subject ? [nameOf(subject)] : closest;
  return only ? addWhole(reading, mention, text, only, null) : null;
}

interface Storing {
  /** What was looked up, as one text. */
  texts: string;
  found: Map<string, Attribute[]>;
}

/** An ambiguous question is planned once for each of its options, and all stored values are gone through for what it quotes: once. */
const lastStoring = new WeakMap<Lexicon, Storing>();

/** The attributes that store each quoted text, whatever its case. */
function storingOf(reading: Reading): Map<string, Attribute[]> {
  const quoted = reading.mentions.flatMap((mention) => (mention.literal?.kind === 'quoted' ? [written(reading, mention, mention.literal.text).toLowerCase()] : []));
  const texts = JSON.stringify(quoted);
  const last = lastStoring.get(reading.lexicon);
  if (last?.texts === texts) return last.found;
  const found = new Map(quoted.map((text) => [text, new Array<Attribute>()]));
  for (const { attributes } of reading.lexicon.things.values()) {
    for (const attribute of attributes) {
      for (const value of attribute.stored) {
        const storing = found.get(value.toLowerCase());
        if (storing !== undefined && storing.at(-1) !== attribute) storing.push(attribute);
      }
    }
  }
  lastStoring.set(reading.lexicon, { texts, found });
  return found;
}

function isText(attribute: Attribute): boolean {
  return attribute.category === 'text' && attribute.role !== 'geo';
}

function storedAs(attribute: Attribute, text: string): string | undefined {
  return attribute.stored.find((value) => value === text) ?? attribute.stored.find((value) => value.toLowerCase() === text.toLowerCase());
}

function addWhole(reading: Reading, mention: Mention, text: string, attribute: Attribute, label: Mention | null): Stop | null {
  const chosen = chosenFor(reading, `value:${mention.span.text}`).map((one) => one.slice(one.indexOf('=') + 1));
  const stored = chosen[0] ?? storedAs(attribute, text);
  if (stored === undefined && attribute.storedComplete && attribute.stored.length > 0) return notStored(reading, mention, text, attribute);
  const negated = negatedBefore(reading, mention) || (label !== null && negatedBefore(reading, label));
  const equals = reading.mentions[mention.index - 1];
  claim('label', label, equals && cueOf(equals, 'compare')?.op === '=' ? equals : null);
  claim('filter', mention);
  const span = spanOver(reading, label, mention);
  const filter: Filter = chosen.length > 1 ? { kind: 'in', column: attribute.ref, values: chosen, negated, span } : { kind: 'compare', column: attribute.ref, op: negated ? '!=' : '=', value: stored ?? text, span };
  reading.draft.filters.push({ attribute, filter });
  return null;
}

function notStored(reading: Reading, mention: Mention, text: string, attribute: Attribute): Stop {
  const ranked = attribute.stored.map((value) => ({ value, score: likeness(value.toLowerCase(), text.toLowerCase()) })).sort((a, b) => b.score - a.score);
  const name = qualifiedLabel(reading, attribute);
  return ask({
    trigger: 'unknown_term', key: `value:${mention.span.text}`, span: mention.span, combinable: true,
    question: say(reading.locale, `${name}中没有“${text}”。您指的是下面哪一个？`, `There is no ${name} “${text}”. Did you mean one of these?`),
    options: ranked.slice(0, 4).map(({ value }) => ({ label: value, value: `${attribute.ref.table}.${attribute.ref.column}=${value}`, aliases: [] })),
  });
}

/** "names that contain 'Al'", 以“J”开头: the cue stands before the quote, or behind it in Chinese. */
function partCue(reading: Reading, mention: Mention): { cue: CueOf<'contains'>; mentions: Mention[] } | null {
  const around = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]].filter((one) => one !== undefined && one.claim === null && cueOf(one, 'contains') !== null) as Mention[];
  const last = around.at(-1);
  const cue = last ? cueOf(last, 'contains') : null;
  return cue ? { cue, mentions: around } : null;
}

function readPart(reading: Reading, mention: Mention, text: string, part: { cue: CueOf<'contains'>; mentions: Mention[] }): Stop | null {
  const label = labelBefore(reading, mention);
  const subject = reading.draft.subject?.thing;
  const labelled = label ? closestAttributes(reading, label, isText) : [];
  if (labelled.length > 1 && label) return tiedAttributes(reading, label, labelled);
  const attribute = labelled[0] ?? (subject ? nameOf(subject) : null);
  if (!attribute) return null;
  const negated = part.mentions.some((one) => negatedBefore(reading, one));
  claim('label', label);
  claim('filter', mention, ...part.mentions);
  reading.draft.filters.push({ attribute, filter: { kind: 'text', column: attribute.ref, match: part.cue.match, value: text, negated, span: spanOver(reading, label, mention) } });
  return null;
}

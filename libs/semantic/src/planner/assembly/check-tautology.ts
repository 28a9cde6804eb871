import { nameOf } from '../../model/things';
import { cueOf, type Mention } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * "Which states does the Ohio run through" must not become the states named Ohio: asking which things, or how many,
 * and giving the name of one of them away from its noun means that the name belongs to something else.
 */
export function checkTautology(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  const thing = draft.subject?.thing;
  const name = thing && nameOf(thing);
  if (asksForContainer(reading)) return refuse(reading, 'unplaced', reading.mentions.find((mention) => mention.claim === 'filter')?.span.text ?? '');
  // A figure of the named one is no tautology: 育才实验学校有多少学生.
  const figure = draft.measures.some(({ what }) => what.kind === 'aggregate' && what.column !== undefined);
  if (!thing || !name || draft.select.length > 0 || draft.near || figure) return null;
  const asking = mentions.some((mention) => cueOf(mention, 'which') || cueOf(mention, 'count'));
  const own = draft.filters.find(({ attribute, filter }) => attribute === name && filter.kind === 'compare' && filter.op === '=' && filter.span);
  const value = mentions.find((mention) => own?.filter.span && mention.span.start === own.filter.span.start);
  if (!asking || !own || !value || value.literal) return null;
  const beside = [mentions[value.index - 1], mentions[value.index + 1]].some((one) => one && touches(reading, value, one) && one.senses.some((sense) => (sense.kind === 'thing' && sense.thing === thing.name) || (sense.kind === 'attribute' && sense.attribute === name)));
  return beside ? null : refuse(reading, 'unplaced', value.span.text);
}

/** "What state is Springfield in": the value lies in what is asked for; no column of the asked-for thing is meant. */
function asksForContainer({ draft, text }: Reading): boolean {
  const own = draft.filters.some(({ attribute, filter }) => filter.kind === 'compare' && filter.op === '=' && filter.span && attribute?.ref.table === draft.subject?.thing.name);
  const asked = /\b(?:what|which)\b/.test(text) && (/\b(?:located )?in[\s?.!]*$/.test(text) || /\bin (?:what|which)\b/.test(text));
  return own && asked && draft.select.length === 0 && draft.measures.length === 0;
}

function touches(reading: Reading, a: Mention, b: Mention): boolean {
  const [first, second] = a.span.start < b.span.start ? [a, b] : [b, a];
  return /^\s*(?:的|'s|named|called|of|of the|为|叫|是)?\s*$/.test(reading.text.slice(first.span.end, second.span.start));
}

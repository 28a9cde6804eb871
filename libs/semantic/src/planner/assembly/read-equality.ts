import { tiedAttributes } from './ask-about';
import type { Attribute } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import { negatedBefore } from './negation';
import type { Stop } from './step';

/** A number beside its column with nothing compared: grade 10, grades 9 or 10, 第1学期. */
export function readEquality(reading: Reading, mention: Mention): Stop | null {
  const label = labelOf(reading, mention);
  if (!label) return null;
  const attributes = closestAttributes(reading, label, isDiscrete);
  if (attributes.length > 1) return tiedAttributes(reading, label, attributes);
  const [attribute] = attributes;
  if (!attribute) return null;
  const numbers = [mention, ...coordinated(reading, mention)];
  const negated = negatedBefore(reading, label);
  claim('filter', label, ...numbers);
  const values = numbers.flatMap((one) => (one.literal?.kind === 'number' ? [one.literal.value] : [])).map((value) => (attribute.category === 'text' ? String(value) : value));
  const span = spanOver(reading, label, ...numbers);
  const [value = 0] = values;
  const filter = values.length > 1 ? ({ kind: 'in', column: attribute.ref, values, negated, span } as const) : ({ kind: 'compare', column: attribute.ref, op: negated ? '!=' : '=', value, span } as const);
  reading.draft.filters.push({ attribute, filter });
  return null;
}

/** Whole numbers and codes are asked for exactly; amounts are not. */
function isDiscrete(attribute: Attribute): boolean {
  return attribute.role !== 'geo' && (attribute.category === 'integer' || (attribute.category === 'text' && attribute.stored.length > 0 && attribute.stored.every((value) => /^\d+$/.test(value))));
}

function labelOf(reading: Reading, mention: Mention): Mention | null {
  const before = reading.mentions[mention.index - 1];
  const after = reading.mentions[mention.index + 1];
  const ordinal = /^第/.test(mention.span.text);
  const label = ordinal ? after : before;
  if (!label || label.claim !== null || (!ordinal && mention.glue.size > 0)) return null;
  if (after && (cueOf(after, 'superlative') || cueOf(after, 'compare'))) return null;
  return closestAttributes(reading, label, isDiscrete).length > 0 ? label : null;
}

function coordinated(reading: Reading, mention: Mention): Mention[] {
  const next = reading.mentions[mention.index + 1];
  if (next?.literal?.kind !== 'number' || next.claim !== null || !(next.glue.has('or') || next.glue.has('and'))) return [];
  return [next, ...coordinated(reading, next)];
}

import { thingOf } from '../assembly/head-thing';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import type { Opening } from './read-opening';

/**
 * Whether a turn is a question of its own: it names what it is about and asks something of it. Without a word that goes on
 * from the question before, naming a thing or a figure is enough.
 */
export function standsAlone(reading: Reading, { marks }: Opening): boolean {
  if (marks.has('those') || marks.has('headless') || marks.has('instead')) return false;
  const { mentions } = reading;
  const named = mentions.some((mention) => isNoun(reading, mention) || isFigure(reading, mention));
  const asked = mentions.some((mention) => asks(reading, mention)) || /\bhow much\b/.test(reading.text);
  const columns = mentions.some((mention) => sensesOf(mention, 'attribute').length > 0);
  if (marks.size === 0) return named || (asked && (columns || mentions.some(isNamedValue)));
  if (marks.has('besides')) return mentions.some((mention) => isNoun(reading, mention)) && asked;
  return asked && (named || columns);
}

/** A thing that is not merely what to group or rank by. */
function isNoun(reading: Reading, mention: Mention): boolean {
  if (thingOf(reading, mention) === null || /^[各每]/.test(mention.span.text)) return false;
  const before = reading.mentions[mention.index - 1];
  return cueOf(before, 'group') === null && !(before?.literal?.kind === 'number' && cueOf(reading.mentions[mention.index - 2], 'superlative') !== null);
}

/** A metric, or a column under an aggregate: the average price. A figure that is only bounded or ordered by is none. */
function isFigure(reading: Reading, mention: Mention): boolean {
  if (isOnlyBound(reading, mention)) return false;
  if (sensesOf(mention, 'metric').length > 0) return true;
  const beside = [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]];
  return sensesOf(mention, 'attribute').some(({ attribute }) => attribute.numeric) && beside.some((one) => cueOf(one, 'aggregate') !== null || isPlainExtreme(one));
}

function isPlainExtreme(mention: Mention | undefined): boolean {
  const cue = cueOf(mention, 'superlative');
  return cue !== null && !cue.top && /[a-z]/.test(mention?.span.text ?? '');
}

/** 订单金额大于100的, "sorted by revenue": the figure stands beside a bound or behind an order. */
export function isOnlyBound(reading: Reading, mention: Mention): boolean {
  const after = reading.mentions[mention.index + 1];
  const before = reading.mentions[mention.index - 1];
  if (cueOf(after, 'compare') !== null || cueOf(after, 'between') !== null || after?.literal?.kind === 'number') return true;
  return cueOf(before, 'sort') !== null || cueOf(after, 'sort') !== null || (cueOf(before, 'group')?.side === 'before' && cueOf(reading.mentions[mention.index - 2], 'superlative') !== null);
}

function asks(reading: Reading, mention: Mention): boolean {
  if (cueOf(mention, 'count')) return /多少|几|how many/.test(mention.span.text);
  return cueOf(mention, 'which') !== null || cueOf(mention, 'list') !== null || cueOf(mention, 'overview') !== null;
}

function isNamedValue(mention: Mention): boolean {
  return sensesOf(mention, 'value').some(({ match }) => match === 'named');
}

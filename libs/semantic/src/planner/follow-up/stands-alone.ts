import { thingOf } from '../assembly/head-thing';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import type { Opening } from './read-opening';

/**
 * Whether a turn is a question of its own: it names what it is about and asks something of it. Without a word that goes on
 * from the question before, naming a thing or a figure is enough.
 */
export function standsAlone(reading: Reading, { marks }: Opening): boolean {
  if (marks.has('those') || marks.has('headless') || marks.has('instead') || marks.has('split')) return false;
  const { mentions } = reading;
  const named = mentions.some((mention) => isNoun(reading, mention) || isFigure(reading, mention));
  const asked = mentions.some((mention) => asks(reading, mention)) || /\bhow much\b|是多少|是什么/.test(reading.text);
  const columns = mentions.some((mention) => sensesOf(mention, 'attribute').length > 0);
  if (marks.size === 0) return named || isSelfContained(reading, asked, columns);
  if (marks.has('besides')) return mentions.some((mention) => isNoun(reading, mention)) && asked;
  return asked && (named || columns);
}

/** 杭州宋城的等级, 各类设备的数量, 评分最高的10个景区: without a word that goes on, less is enough. */
function isSelfContained(reading: Reading, asked: boolean, columns: boolean): boolean {
  const { mentions } = reading;
  const things = mentions.some((mention) => sensesOf(mention, 'thing').length > 0);
  const counted = mentions.some((mention) => cueOf(mention, 'count') !== null);
  const ranked = mentions.some((mention) => cueOf(mention, 'superlative') !== null);
  // 学生占比, 退款原因分布: a share or a spread of what is named.
  const spread = mentions.some(isContent) && mentions.some((mention) => cueOf(mention, 'share') !== null || cueOf(mention, 'group')?.side === 'after');
  const named = mentions.some((mention) => sensesOf(mention, 'value').some(({ attribute }) => attribute.role === 'name'));
  return ((asked || counted) && (columns || mentions.some(isNamedValue))) || (things && (counted || ranked)) || (ranked && columns && mentions.some((mention) => sensesOf(mention, 'metric').length > 0)) || (columns && named) || spread;
}

/** A thing that is not merely what to group or rank by. */
function isNoun(reading: Reading, mention: Mention): boolean {
  if (thingOf(reading, mention) === null || /^[各每]/.test(mention.span.text)) return false;
  const before = reading.mentions[mention.index - 1];
  if (cueOf(before, 'count') && /number|count/.test(before?.span.text ?? '')) return false;
  return cueOf(before, 'group') === null && !(before?.literal?.kind === 'number' && cueOf(reading.mentions[mention.index - 2], 'superlative') !== null);
}

/** A metric, or a column under an aggregate: the average price. A figure that is only bounded or ordered by is none. */
function isFigure(reading: Reading, mention: Mention): boolean {
  if (isOnlyBound(reading, mention)) return false;
  if (sensesOf(mention, 'metric').length > 0) return !/^(?:by|按|按照)$/.test(reading.mentions[mention.index - 1]?.span.text ?? '');
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

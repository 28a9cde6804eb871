import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { thingOf } from './head-thing';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

/** Words that are a mean over people or periods by themselves. */
const MEAN_PER = /^(?:人均|日均|月均|年均|周均|户均|校均|店均)/;

/**
 * "Average spend per customer", 人均消费, 日均订单数: sums of groups first and their mean then, which one aggregate is not.
 * An average of single rows by group (average price per category, 各区平均得分) is another thing and stays.
 */
export function checkMeans(reading: Reading): Stop | null {
  const { mentions } = reading;
  const word = mentions.find(({ span }) => MEAN_PER.test(span.text)) ?? mentions.find((mention, at) => mention.span.text === '人' && /^均/.test(mentions[at + 1]?.span.text ?? ''));
  if (word && !sensesOf(word, 'metric')[0]) return refuse(reading, 'mean_of_groups', word.span.text);
  const mean = mentions.find((mention) => cueOf(mention, 'aggregate')?.fn === 'avg' && sensesOf(mention, 'metric').length === 0);
  const per = mentions.find((mention, at) => PER.test(mention.span.text) && (cueOf(mention, 'grain') !== null || isThing(reading, mentions[at + 1]) || isThing(reading, mention)));
  if (!mean || !per) return null;
  return mentions.some((mention) => isSummed(reading, mention)) ? refuse(reading, 'mean_of_groups', `${mean.span.text}${/[a-z]/.test(mean.span.text) ? ' … ' : '…'}${per.span.text}`) : null;
}

/** 每 and per hand out a total; 各 and by only group. */
const PER = /^每|\b(?:per|each|every|daily|weekly|monthly|quarterly|yearly|annual|a month|a year)\b/;

function isThing(reading: Reading, mention: Mention | undefined): boolean {
  return mention !== undefined && thingOf(reading, mention) !== null;
}

/** A figure that is a sum or a number of things before it is averaged. */
function isSummed(reading: Reading, mention: Mention): boolean {
  const metric = sensesOf(mention, 'metric')[0];
  const simple = simpleAggregate(reading.model.metrics[metric?.id ?? '']?.expression);
  return metric ? simple?.fn !== 'avg' && Object.keys(reading.model.metrics[metric.id]?.children ?? {}).length === 0 : (cueOf(mention, 'count') !== null || cueOf(mention, 'spend') !== null) && sensesOf(mention, 'attribute').length === 0;
}

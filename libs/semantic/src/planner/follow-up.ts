import type { Filter, SemanticQuery } from '@querent/contracts';
import type { TimeMatch } from '@querent/language';
import { say, valueLabel } from './answer/words';
import { isHarmless } from './assembly/check-coverage';
import { rangeFilter } from './assembly/read-time';
import type { Attribute } from './lexicon/model-view';
import { type Mention, sensesOf } from './reading/mention';
import type { Reading } from './reading/reading';

const OPENING = /^(?:那么?|那如果|换成|改成|what about|how about|and|and what about|same for|the same for)(?![a-z])/;

/**
 * "那去年呢", "what about Hangzhou": the query before, with its time or its value exchanged for the one named. Null when the
 * question is none of this kind, or when what it names has no counterpart in the query.
 */
export function followUp(reading: Reading, context: SemanticQuery): SemanticQuery | null {
  if (!OPENING.test(reading.text) || context.compare) return null;
  const content = reading.mentions.filter((mention) => !isHarmless(reading, mention) && !/^(?:what|how) about$/.test(mention.span.text));
  const [mention] = content;
  if (!mention || content.length > 1) return null;
  if (mention.literal?.kind === 'time') return withTime(reading, context, mention, mention.literal.time);
  return withValue(reading, context, mention);
}

function withTime(reading: Reading, context: SemanticQuery, mention: Mention, time: TimeMatch): SemanticQuery | null {
  let exchanged = false;
  const filters = context.filters.map((filter) => mapTime(filter));
  function mapTime(filter: Filter): Filter {
    if (filter.kind === 'exists') return { ...filter, filters: filter.filters.map(mapTime) };
    const column = 'column' in filter ? attributeOf(reading, filter) : undefined;
    const isTime = filter.kind === 'time' || filter.kind === 'latest' || ((filter.kind === 'compare' || filter.kind === 'between') && column?.isYear === true);
    const range = isTime && column ? rangeFilter(reading, column, time, mention, false) : null;
    if (range) exchanged = true;
    return range ?? filter;
  }
  if (!exchanged) return null;
  reading.disclosures.push(say(reading.locale, `沿用上一个问题，时间为${time.label.zh}`, `the previous question, for ${time.label.en}`));
  return { ...context, filters };
}

function withValue(reading: Reading, context: SemanticQuery, mention: Mention): SemanticQuery | null {
  const senses = sensesOf(mention, 'value');
  const at = context.filters.findIndex((filter) => (filter.kind === 'compare' || filter.kind === 'in') && senses.some(({ attribute }) => attribute === attributeOf(reading, filter)));
  const filter = context.filters[at];
  if (!filter || !('column' in filter)) return null;
  const sense = senses.find(({ attribute }) => attribute === attributeOf(reading, filter));
  if (!sense) return null;
  const exchanged: Filter = { kind: 'compare', column: filter.column, op: '=', value: sense.value, span: mention.span };
  const name = valueLabel(sense.attribute, sense.value, reading.locale);
  reading.disclosures.push(say(reading.locale, `沿用上一个问题，改为${name}`, `the previous question, for ${name}`));
  return { ...context, filters: context.filters.map((one, index) => (index === at ? exchanged : one)) };
}

function attributeOf(reading: Reading, filter: Filter): Attribute | undefined {
  if (!('column' in filter)) return undefined;
  const { table, column } = filter.column;
  return reading.lexicon.things.get(table)?.attributes.find((one) => one.ref.column === column);
}

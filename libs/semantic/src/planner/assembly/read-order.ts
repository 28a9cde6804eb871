import type { Order } from '@querent/contracts';
import { say } from '../../wording/words';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { type CueOf, cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { adjectiveAttributes, isFlipped } from './adjective-field';
import { chosenAmong, tiedAttributes } from './ask-about';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { rankedBy } from './read-bare-rank';
import { nameOf } from '../../model/things';
import type { Stop } from './step';

/** Superlatives and sort words: what is ordered by, which way, and how many are kept. */
export function readOrder(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null) continue;
    const superlative = cueOf(mention, 'superlative');
    const sort = cueOf(mention, 'sort');
    const stop = superlative ? readSuperlative(reading, mention, superlative) : sort ? readSort(reading, mention, sort) : null;
    if (stop) return stop;
  }
  cutSorted(reading);
  return null;
}

/** 按上架时间倒序，给我前五个: of a list that is sorted already the number says how many. */
function cutSorted(reading: Reading): void {
  const { draft, mentions } = reading;
  const top = draft.order.length === 1 && draft.limit === null ? mentions.find((one) => one.claim === null && cueOf(one, 'superlative')?.top === true && cueOf(one, 'superlative')?.direction === 'desc') : undefined;
  if (top) topOnly(reading, top);
}

function readSuperlative(reading: Reading, mention: Mention, cue: CueOf<'superlative'>): Stop | null {
  if (cue.top && reading.mentions.some((one) => one.claim === null && cueOf(one, 'superlative') && !cueOf(one, 'superlative')?.top)) return topOnly(reading, mention);
  const top = cue.top ? null : numberedTop(reading);
  const count = top ? (reading.mentions[top.index + 1] ?? null) : countBeside(reading, mention);
  if (cue.top && !count && mention.span.text !== 'top') return null;
  const target = orderTarget(reading, mention, cue);
  if (Array.isArray(target)) return tiedAttributes(reading, mention, target);
  if (target === null) return null;
  const first = sortedFirst(reading, mention);
  if (first) {
    claim('order', mention, first);
    addOrder(reading, target, isTurned(reading, cue, target) ? (cue.direction === 'asc' ? 'desc' : 'asc') : cue.direction, mention);
    return null;
  }
  const limit = count?.literal?.kind === 'number' ? count.literal.value : defaultLimit(reading, mention, cue);
  // One superlative inside another (the smallest city of the largest state) asks for a row of a row.
  if (reading.draft.order.length > 0) return null;
  claim('order', mention, count, top);
  addOrder(reading, target, isTurned(reading, cue, target) ? (cue.direction === 'asc' ? 'desc' : 'asc') : cue.direction, mention);
  if (limit !== null && Number.isInteger(limit) && limit > 0) reading.draft.limit ??= limit;
  reading.draft.limitPer = limitedPer(reading);
  reading.draft.strategy ??= reading.draft.measures.length === 0 ? 'detail' : null;
  return null;
}

/** 设备最多的学校前五, 数量最多的前3个省: a 前 with a number beside another superlative gives only the number. */
function numberedTop({ mentions }: Reading): Mention | null {
  const top = mentions.find((one) => one.claim === null && cueOf(one, 'superlative')?.top === true && cueOf(one, 'superlative')?.direction === 'desc');
  const number = top && mentions[top.index + 1];
  return top && number?.claim === null && number.literal?.kind === 'number' && !number.literal.ordinal && number.literal.unit !== '%' ? top : null;
}

/** "the top 3 with the highest rating": the top gives the number, the other word what is compared. */
function topOnly(reading: Reading, mention: Mention): null {
  const count = countBeside(reading, mention);
  if (count?.literal?.kind !== 'number') return null;
  claim('order', mention, count);
  reading.draft.limit = count.literal.value;
  return null;
}

/** "Worst first", "most expensive ticket first": which end comes first, of all rows. */
function sortedFirst({ mentions, text }: Reading, mention: Mention): Mention | null {
  const first = [mentions[mention.index + 1], mentions[mention.index + 2]].find((one) => one?.claim === null && one.span.text === 'first');
  const between = first && text.slice(mention.span.end, first.span.start);
  return first && !/[,;]/.test(between ?? '') && /^\s*(?:[,.;?!)]|$|please\b|pls\b)/.test(text.slice(first.span.end)) ? first : null;
}

/** The worst of a rate that should be low are its highest. */
function isTurned({ draft, model }: Reading, cue: CueOf<'superlative'>, { by }: OrderTarget): boolean {
  const what = by.kind === 'measure' ? draft.measures[by.index]?.what : undefined;
  return cue.of === 'rating' && what?.kind === 'metric' && model.metrics[what.id]?.better === 'lower';
}

interface OrderTarget {
  by: Order['by'];
  flip: boolean;
  mention: Mention | null;
}

/** What a superlative compares: the figure beside it, the measure of the question, or what the adjective itself speaks of. */
function orderTarget(reading: Reading, mention: Mention, cue: CueOf<'superlative'>): OrderTarget | Attribute[] | null {
  const { draft } = reading;
  const beside = figureBeside(reading, mention);
  if (cue.common && draft.measures.length === 1) return { by: { kind: 'measure', index: 0 }, flip: false, mention: null };
  if (beside && Array.isArray(beside)) return beside;
  if (beside) return { by: beside.by, flip: false, mention: beside.mention };
  const chosen = draft.subject && draft.measures.length === 0 ? rankedBy(reading, draft.subject.thing) : null;
  if (chosen) return { by: { kind: 'column', column: chosen.ref }, flip: false, mention: null };
  if (cue.of && draft.subject && draft.measures.length === 0) {
    const attributes = chosenAmong(reading, mention, adjectiveAttributes(reading, cue.of));
    if (attributes.length > 1) return attributes;
    const [attribute] = attributes;
    if (!attribute) return null;
    reading.disclosures.push(say(reading.locale, `“${mention.span.text}”按${attribute.label.zh ?? attribute.label.en}比较`, `“${mention.span.text}” compares ${attribute.label.en ?? attribute.label.zh}`));
    return { by: { kind: 'column', column: attribute.ref }, flip: isFlipped(cue.of, attribute), mention: null };
  }
  if (draft.measures.length === 1 && draft.dimensions.length > 0) return { by: { kind: 'measure', index: 0 }, flip: false, mention: null };
  return null;
}

function figureBeside(reading: Reading, mention: Mention): { by: Order['by']; mention: Mention } | Attribute[] | null {
  // "the population of the largest state": what stands before an of is shown, not compared.
  const before = mention.glue.has('of') && /[a-z]/.test(mention.span.text) ? undefined : reading.mentions[mention.index - 1];
  const after = compoundEnd(reading, reading.mentions.slice(mention.index + 1).find((one) => one.literal?.kind !== 'number'));
  const later = cueOf(mention, 'superlative')?.top ? reading.mentions.slice(mention.index + 1) : [];
  for (const beside of [before, after, ...later]) {
    if (!beside) continue;
    const index = measureIndexAt(reading, beside);
    if (index >= 0 && reading.draft.measures.length > 1 && beside.glue.has('and') && reading.mentions[beside.index - 1]?.claim === 'measure') return null;
    if (index >= 0) return { by: { kind: 'measure', index }, mention: beside };
    if (beside.claim !== null || reading.draft.measures.length > 0) continue;
    const ofTime = cueOf(mention, 'superlative')?.of === 'time';
    const attributes = closestAttributes(reading, beside, (one) => (ofTime ? one.role === 'time' : one.numeric && one.role !== 'key'));
    const [attribute] = attributes;
    if (attributes.length > 1) return attributes;
    if (!attribute) continue;
    // 最贵的5个产品的价格: the adjective says what is compared by itself, so the figure behind it is asked for.
    if (cueOf(mention, 'superlative')?.of && beside !== before && beside.index > mention.index && (sensesOf(beside, 'attribute').some(({ qualified }) => qualified) || beside.glue.has('of'))) reading.draft.select.push(attribute);
    claim('order', beside, groupBefore(reading, beside));
    return { by: { kind: 'column', column: attribute.ref }, mention: beside };
  }
  return null;
}

/** "highest population density": of two figures side by side the last is compared, the first belongs to its name. */
function compoundEnd(reading: Reading, mention: Mention | undefined): Mention | undefined {
  const next = mention && reading.mentions[mention.index + 1];
  const joined = mention && next && next.claim === null && mention.claim === null && reading.text.slice(mention.span.end, next.span.start) === ' ';
  const figure = (one: Mention) => closestAttributes(reading, one, (attribute) => attribute.numeric && attribute.role !== 'key').length > 0;
  if (!joined || !figure(mention) || !figure(next)) return mention;
  claim('label', mention);
  return next;
}

/** "top 10 spots by rating", 按门票从低到高: the by belongs to the order. */
function groupBefore(reading: Reading, beside: Mention): Mention | null {
  const before = reading.mentions[beside.index - 1];
  return before?.claim === null && cueOf(before, 'group') ? before : null;
}

export function measureIndexAt(reading: Reading, mention: Mention): number {
  if (mention.claim !== 'measure') return -1;
  return reading.draft.measures.findIndex((measure) => measure.span && measure.span.start <= mention.span.start && mention.span.end <= measure.span.end);
}

function countBeside(reading: Reading, mention: Mention): Mention | null {
  // 后10名 counts from the end, 80后 is a word of its own.
  const places = /^[前后末头]$/.test(mention.span.text) ? [mention.index + 1] : [mention.index + 1, mention.index - 1];
  for (const at of places) {
    const other = reading.mentions[at];
    if (other?.claim === null && other.literal?.kind === 'number' && !other.literal.ordinal && other.literal.unit !== '%') return other;
  }
  return countOfHead(reading);
}

/** "5 schools with the lowest score", 提升最多的5所学校: the number stands by what is ranked. */
export function countOfHead(reading: Reading): Mention | null {
  const number = reading.mentions.find((one) => one.claim === null && one.literal?.kind === 'number' && !one.literal.ordinal && one.literal.unit !== '%');
  const next = number && reading.mentions[number.index + 1];
  return number && next && (next.claim === 'dimension' || next.claim === 'subject' || next.claim === 'filter') ? number : null;
}

/** "top 3 products of each category", 各品类销量最高的3个产品: the number holds within each group that a grouping word named. */
function limitedPer(reading: Reading): number | null {
  const { dimensions } = reading.draft;
  if (dimensions.length !== 2 || reading.draft.limit === null) return null;
  const listed = dimensions.map(({ span }) => reading.mentions.some((mention) => mention.claim === 'dimension' && mention.glue.has('and') && reading.mentions[mention.index - 1]?.claim === 'dimension' && span && span.start <= mention.span.start && mention.span.end <= span.end));
  // "By product and channel, top 5": both are grouped by, neither within the other.
  if (listed.some(Boolean)) return null;
  const grouped = dimensions.map((one) => reading.mentions.some((mention) => mention.claim === 'dimension' && (cueOf(mention, 'group') || cueOf(mention, 'grain')?.each || /^[各每]/.test(mention.span.text)) && one.span && one.span.start <= mention.span.start && mention.span.end <= one.span.end));
  return grouped.filter(Boolean).length === 1 ? grouped.indexOf(true) : null;
}

/** "which customer" means one, "which customers" and 哪些 mean the first ten, said in the answer. */
function defaultLimit(reading: Reading, mention: Mention, cue: CueOf<'superlative'>): number | null {
  if (cue.top && mention.span.text !== 'top') return null;
  const several = reading.mentions.some((one) => /^(?:哪些|哪几.*|有哪些)$/.test(one.span.text)) || isPlural(reading);
  if (!several) return 1;
  reading.disclosures.push(say(reading.locale, '只列出前10项', 'only the first ten are listed'));
  return MANY;
}

const MANY = 10;

function isPlural(reading: Reading): boolean {
  const grouped = reading.mentions.filter((one) => one.claim === 'dimension' && !cueOf(one, 'group'));
  const heads = grouped.length > 0 ? grouped : reading.mentions.filter((one) => thingOf(reading, one) && one.claim === 'subject');
  return heads.some((one) => /[^s]s$/i.test(one.span.text));
}

/** Neighbouring sort words are one: "sorted by … in descending order", 按…从高到低排序. */
function readSort(reading: Reading, mention: Mention, cue: CueOf<'sort'>): Stop | null {
  const { mentions, draft } = reading;
  const cluster = mentions.filter((one) => one.claim === null && cueOf(one, 'sort'));
  const directions = cluster.flatMap((one) => cueOf(one, 'sort')?.direction ?? []);
  const wanted = directions.includes('desc') ? 'desc' : (directions[0] ?? null);
  const beside = sortTarget(reading, cluster);
  if (Array.isArray(beside)) return tiedAttributes(reading, mention, beside);
  const target = beside && isMagnitude(reading, cluster, beside) ? { by: { kind: 'measure' as const, index: 0 }, flip: false, mention: null } : beside;
  if (target) {
    claim('order', ...cluster, groupBefore(reading, target.mention ?? mention));
    addOrder(reading, target, wanted ?? (target.by.kind === 'measure' ? 'desc' : 'asc'), mention);
    return null;
  }
  if (/alphabet|字母/.test(cluster.map((one) => one.span.text).join(' ')) && draft.measures.length === 0) return sortByName(reading, cluster, wanted ?? 'asc');
  const [first] = draft.order;
  if (first) {
    claim('order', ...cluster);
    if (cue.direction) first.direction = cue.direction;
    return null;
  }
  if (draft.measures.length === 1 && draft.dimensions.length > 0) {
    claim('order', ...cluster);
    addOrder(reading, { by: { kind: 'measure', index: 0 }, flip: false, mention: null }, wanted ?? 'desc', mention);
  }
  return null;
}

/** "Average price per category, highest first": kinds have no highest, the one figure of the question has. */
function isMagnitude({ draft, model }: Reading, cluster: Mention[], { by }: OrderTarget): boolean {
  const dimension = by.kind === 'dimension' ? draft.dimensions[by.index] : undefined;
  const column = dimension && model.tables[dimension.column.table]?.columns[dimension.column.column];
  const kinds = dimension !== undefined && dimension.grain === undefined && column?.isYear !== true && column?.role !== 'measure' && column?.role !== 'time';
  return kinds && draft.measures.length === 1 && cluster.some(({ span }) => MAGNITUDE.test(span.text)) && !cluster.some(({ span }) => /\bby\b/.test(span.text));
}

const MAGNITUDE = /high|low(?!er)|larg|small|big|most|least|few|great|[高低大小多少]/;

/** Alphabetical order with no column named is that of the names. */
function sortByName(reading: Reading, cluster: Mention[], direction: 'asc' | 'desc'): null {
  const shown = reading.mentions.find((one) => one.claim === null && closestAttributes(reading, one, (attribute) => attribute.category === 'text').length === 1);
  const subject = reading.draft.subject?.thing;
  const attribute = shown ? closestAttributes(reading, shown, (one) => one.category === 'text')[0] : subject ? nameOf(subject) : null;
  if (!attribute) return null;
  claim('order', ...cluster);
  addOrder(reading, { by: { kind: 'column', column: attribute.ref }, flip: false, mention: null }, direction, cluster[0] ?? (shown as Mention));
  return null;
}

/** After "by" and its like stands what is sorted by; in Chinese, and before a bare direction, it stands in front. */
function sortTarget(reading: Reading, cluster: Mention[]): OrderTarget | Attribute[] | null {
  const places = cluster.flatMap((one) => {
    const after = reading.mentions[one.index + 1];
    const before = reading.mentions[one.index - 1];
    return /\b(?:by|of|in order)$|\bin (?:the )?order of$/.test(one.span.text) ? [after] : /[a-z]/.test(one.span.text) ? [before, after] : [before, after, reading.mentions[one.index - 2]];
  });
  const led = cluster.flatMap((one) => (/\bby\b/.test(one.span.text) ? [reading.mentions[one.index + 1]] : []));
  for (const beside of [...led, ...places]) {
    const target = beside && !cueOf(beside, 'sort') ? sortBy(reading, beside) : null;
    if (target) return target;
  }
  return null;
}

function sortBy(reading: Reading, beside: Mention): OrderTarget | Attribute[] | null {
  const { draft } = reading;
  const index = measureIndexAt(reading, beside);
  if (index >= 0) return { by: { kind: 'measure', index }, flip: false, mention: beside };
  const within = (span: { start: number; end: number } | undefined) => span !== undefined && span.start <= beside.span.start && beside.span.end <= span.end;
  const dimension = draft.dimensions.findIndex((one) => beside.claim === 'dimension' && within(one.span));
  if (dimension >= 0) return { by: { kind: 'dimension', index: dimension }, flip: false, mention: beside };
  if (draft.measures.length > 0 || sensesOf(beside, 'value').length > 0) return null;
  const attributes = closestAttributes(reading, beside, (one) => one.role !== 'geo');
  if (attributes.length > 1) return attributes;
  const [attribute] = attributes;
  if (!attribute) return null;
  if (beside.claim === null && isOnlyForOrder(reading, beside)) claim('order', beside);
  return { by: { kind: 'column', column: attribute.ref }, flip: false, mention: beside };
}

/** "the names ordered alphabetically" shows the names as well; "ordered by age" shows no age. */
function isOnlyForOrder(reading: Reading, beside: Mention): boolean {
  const before = reading.mentions[beside.index - 1];
  const led = cueOf(before, 'sort') !== null || cueOf(before, 'group') !== null;
  return led || /\p{Script=Han}/u.test(beside.span.text);
}

function addOrder(reading: Reading, target: OrderTarget, direction: 'asc' | 'desc', cue: Mention): void {
  const turned = target.flip ? (direction === 'asc' ? 'desc' : 'asc') : direction;
  const same = reading.draft.order.some((one) => JSON.stringify(one.by) === JSON.stringify(target.by));
  if (!same) reading.draft.order.push({ by: target.by, direction: turned, span: spanOver(reading, target.mention, cue) });
}

export type { Thing };

import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import type { Attribute } from '../../model/things';
import { choseSeveral, tiedAttributes } from './ask-about';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { nameOf } from '../../model/things';
import { attributeLabel, say } from '../../wording/words';
import { addMeasure, aggregateOf } from './read-measures';
import { addDimension } from './read-dimensions';
import { saysItHappened } from './read-nulls';
import type { Stop } from './step';
import { reach } from '../lexicon/join-graph';

/** Columns named but not used yet: of a list they are what to show; beside a measure, what to group by. */
export function readColumns(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  for (const mention of mentions) {
    if (mention.claim !== null || sensesOf(mention, 'attribute').length === 0) continue;
    const attributes = closestAttributes(reading, mention);
    const shown = draft.measures.length === 0;
    if (attributes.length > 1 && !(shown && choseSeveral(reading, mention))) return tiedAttributes(reading, mention, attributes, shown);
    const [attribute] = attributes;
    if (!attribute) continue;
    if (attribute.role === 'time' && draft.exists.some((one) => one.table === attribute.ref.table)) {
      claim('verb', mention);
      continue;
    }
    // "The latest product launched": the column is already what orders.
    if (attribute.role === 'time' && isPast(mention.span.text) && ordersBy(reading, attribute)) {
      claim('order', mention);
      continue;
    }
    if (repeatsFigure(reading, mention, attribute)) {
      claim('context', mention);
      continue;
    }
    if (saysItHappened(reading, mention, attribute)) continue;
    if (draft.measures.length === 0) {
      draft.select.push(...attributes);
      if (asksKinds(mentions[mention.index - 1]) && attribute.role === 'dimension' && !isOfEach(reading)) draft.distinct = true;
      claim('select', mention);
    } else if (attribute.role !== 'measure' && (mention.glue.has('and') || cueOf(mentions[mention.index - 1], 'list') || mentions[mention.index + 1]?.glue.has('and'))) {
      addDimension(reading, attribute, [mention]);
    }
  }
  addName(reading);
  addRankedName(reading);
  totalOfRows(reading);
  if (draft.select.length > 0 && draft.order.length === 0 && draft.subject?.span === undefined && draft.select.every((one) => one.role === 'dimension')) draft.distinct = true;
  for (const mention of mentions) if (mention.claim === null && cueOf(mention, 'distinct') && draft.select.length > 0) { draft.distinct = true; claim('select', mention); }
  for (const mention of mentions) if (mention.claim === null && isContext(reading, mention)) claim('context', mention);
  return null;
}

/** "What is the grade of each student": one for every row, however many share it. */
function isOfEach({ mentions, draft }: Reading): boolean {
  return mentions.some((mention) => mention.claim === 'dimension' && EACH.test(mention.span.text)) && draft.dimensions.length === 0;
}

const EACH = /^(?:(?:of|for) )?(?:each|every)$|^(?:每|各)/;

/** 景区门票的平均价格: the figure is named, and then again by its kind. */
function repeatsFigure({ draft, mentions }: Reading, mention: Reading['mentions'][number], { ref }: Attribute): boolean {
  const next = mentions[mention.index + 1];
  const own = draft.measures.some(({ what }) => what.kind === 'aggregate' && what.column?.table === ref.table && what.column.column === ref.column);
  return own && draft.measures.length === 1 && next?.claim === 'measure' && next.glue.has('of');
}

/** 有哪些状态, "what statuses": the kinds that there are, each once. */
function asksKinds(before: Reading['mentions'][number] | undefined): boolean {
  return cueOf(before, 'which') !== null || /(?:哪些|什么|哪几.)$/.test(before?.span.text ?? '');
}

function isPast(word: string): boolean {
  return /ed$/.test(word) || (/^\p{Script=Han}+$/u.test(word) && !/[期间日]$/.test(word));
}

function ordersBy({ draft }: Reading, attribute: Attribute): boolean {
  return draft.order.some(({ by }) => by.kind === 'column' && by.column.table === attribute.ref.table && by.column.column === attribute.ref.column);
}

/** "list the cities and their population": the things asked for are shown by name beside their columns. */
function addName(reading: Reading): void {
  const { draft, mentions } = reading;
  const span = draft.subject?.span;
  const head = mentions.find((mention) => span && mention.span.start === span.start);
  const name = draft.subject && nameOf(draft.subject.thing);
  const first = mentions.find((mention) => mention.claim === 'select');
  if (!head || !first || !name || first.index < head.index || draft.select.includes(name)) return;
  const before = mentions[head.index - 1];
  const asked = cueOf(before, 'which') ?? cueOf(before, 'list') ?? cueOf(before, 'all');
  const possessive = /^的|^'s?\s/.test(reading.text.slice(head.span.end));
  if (asked && !possessive) draft.select.unshift(name);
}

/** 今年未取消订单的金额, 滨江区小学的学生人数: the money or the people of many rows with nothing that asks for a list are their total. */
function totalOfRows(reading: Reading): void {
  const { draft, mentions } = reading;
  const [attribute, ...others] = draft.select;
  if (!attribute || others.length > 0 || draft.measures.length > 0 || draft.limit !== null || draft.order.length > 0 || draft.near || draft.exists.length > 0) return;
  const labels = `${attribute.label.zh ?? ''} ${attribute.label.en ?? ''}`;
  const added = attribute.format === 'currency' ? /金额(?: |$)|\bamount\b/.test(labels) : /人数$/.test(mentions.find((one) => one.claim === 'select')?.span.text ?? '') && !/[各每]/.test(reading.text);
  const listed = mentions.some((mention) => LISTING.some((kind) => cueOf(mention, kind) !== null));
  const single = draft.filters.some(({ attribute: of }) => of?.ref.table === attribute.ref.table && (of.role === 'name' || of.role === 'key'));
  if (attribute.role !== 'measure' || attribute.ref.table !== draft.subject?.thing.name || !added || listed || single) return;
  const mention = mentions.find((one) => one.claim === 'select');
  draft.select = [];
  addMeasure(reading, aggregateOf(reading, 'sum', attribute), [mention]);
  const last = draft.measures.at(-1);
  if (last && mention) last.span = mention.span;
  const name = attributeLabel(attribute, reading.locale);
  reading.disclosures.push(say(reading.locale, `${name}取合计`, `${name} is the total`));
}

const LISTING = ['list', 'which', 'all', 'group', 'distinct', 'superlative', 'sort'] as const;

/** 最便宜的三款产品及其价格, "the 5 latest products with their prices": several of a ranking are told apart by their names. */
function addRankedName({ draft, mentions }: Reading): void {
  const name = draft.subject && nameOf(draft.subject.thing);
  const head = mentions.find(({ span }) => span.start === draft.subject?.span?.start);
  const first = mentions.find((mention) => mention.claim === 'select' && mention !== head);
  const added = head !== undefined && first !== undefined && first.index > head.index && first.glue.has('and');
  if (draft.limit === null || draft.order.length === 0 || draft.select.length === 0 || draft.measures.length > 0) return;
  if (name && (draft.limit > 1 || added) && !draft.select.some((one) => one.role === 'name')) draft.select.unshift(name);
}

/** A thing that only says whose column, value or figure is meant: "revenue of products", 北京客户的订单数. */
function isContext(reading: Reading, mention: Reading['mentions'][number]): boolean {
  const thing = thingOf(reading, mention);
  const { draft } = reading;
  const subject = draft.subject?.thing;
  if (!thing || !subject || sensesOf(mention, 'thing').length === 0) return false;
  if (cueOf(reading.mentions[mention.index - 1], 'negation') || cueOf(reading.mentions[mention.index - 1], 'group')) return false;
  const tables = [
    subject.name, ...subject.tables,
    ...draft.filters.flatMap(({ attribute }) => attribute?.ref.table ?? []),
    ...draft.dimensions.map((one) => one.column.table),
    ...draft.select.map((one) => one.ref.table),
    ...draft.measures.flatMap((one) => (one.what.kind === 'aggregate' ? [one.what.table] : [reading.model.metrics[one.what.id]?.table ?? ''])),
    ...draft.exists.map((one) => one.table),
  ];
  if (tables.includes(thing.name)) return true;
  return draft.measures.length > 0 && reach(reading.model, subject.name, thing.name)?.kind === 'one';
}

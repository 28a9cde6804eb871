import { measureOfVerb } from './read-verbs';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { homeOf } from './measure-home';
import { label } from '../../wording/words';
import { nameOf } from '../../model/things';
import { addDimension, groupBy } from './read-dimensions';
import { addMeasure, countOf, ownerOfValue } from './read-measures';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * "Which customer has the most orders", 订单最多的客户, "top 5 products by revenue": one thing is ranked by the number
 * of another or by a measure, so the ranked one becomes what is grouped by.
 */
export function readRanking(reading: Reading): Stop | null {
  const superlative = reading.mentions.find((mention) => mention.claim === null && (cueOf(mention, 'superlative') || cueOf(mention, 'growth')?.direction));
  if (!superlative) return null;
  const sold = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'sell'));
  if (sold && reading.draft.measures.length === 0 && reading.mentions[superlative.index - 1] === sold) measureOfVerb(reading, sold, 'sell');
  if (reading.draft.measures.length === 0) measureOfRanking(reading, superlative);
  else countBesideMost(reading, superlative);
  const { measures } = reading.draft;
  if (measures.length === 0) return null;
  const period = reading.mentions.find((mention) => cueOf(mention, 'grain')?.each === false && cueOf(reading.mentions[mention.index - 1], 'which'));
  if (period) {
    period.grouped = true;
    return null;
  }
  const ranked = rankedMention(reading, superlative);
  if (!ranked) return rankKind(reading, superlative);
  const thing = thingOf(reading, ranked);
  const inner = rankedWithin(reading, superlative, ranked);
  if (inner) return refuse(reading, 'unplaced', inner.span.text);
  const home = measures[0] && homeOf(reading, measures[0].what);
  if (thing && thing.name === home && isCount(measures[0]?.what)) return null;
  const result = groupBy(reading, ranked, null);
  const by = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'group')?.side === 'before' && reading.mentions[mention.index + 1]?.claim === 'measure');
  claim('order', by);
  return typeof result === 'boolean' ? null : result;
}

/** 设备数量最多的3所小学: a number and a kind of thing right behind the superlative; the things of that kind are ranked. */
function rankKind(reading: Reading, superlative: Mention): null {
  const { mentions, draft } = reading;
  const number = mentions[superlative.index + 1];
  const kind = number?.literal?.kind === 'number' && !number.literal.ordinal ? mentions[superlative.index + 2] : undefined;
  const owner = kind && kind.claim === null && draft.dimensions.length === 0 && sensesOf(kind, 'attribute').length === 0 ? ownerOfValue(reading, kind) : null;
  const name = owner?.kind === 'table' ? nameOf(owner) : null;
  if (kind && owner && name && /\p{Script=Han}/u.test(kind.span.text) && owner.name !== homeOf(reading, draft.measures[0]?.what ?? { kind: 'metric', id: '', form: 'value' })) addDimension(reading, name, [], label(owner.label, reading.locale, owner.name));
  return null;
}

/** 消费最多的客户来自哪个城市, "which city does the top customer live in": the first of one thing, then a column of it. */
function rankedWithin(reading: Reading, superlative: Mention, ranked: Mention): Mention | undefined {
  const owners = sensesOf(ranked, 'attribute').map(({ attribute }) => attribute.ref.table);
  return reading.mentions.find((mention) => {
    const thing = mention === ranked || mention.claim !== null ? null : thingOf(reading, mention);
    if (!thing || !owners.includes(thing.name)) return false;
    if (!/\p{Script=Han}/u.test(mention.span.text)) return sensesOf(mention, 'thing').length > 0 && !/s$/i.test(mention.span.text);
    const between = reading.mentions.slice(superlative.index + 1, mention.index);
    return mention.index > superlative.index && between.every(({ literal }) => literal?.kind === 'number');
  });
}

function isCount(what: Reading['draft']['measures'][number]['what'] | undefined): boolean {
  return what?.kind === 'aggregate' && what.fn === 'count';
}

/** Nothing measured yet: the most of what stands beside the superlative, or the money of who spent most. */
function measureOfRanking(reading: Reading, superlative: Mention): void {
  const spend = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'spend'));
  if (spend) return measureOfVerb(reading, spend, 'spend');
  const cue = cueOf(superlative, 'superlative');
  if (cue?.common) return measureOfCommon(reading, superlative);
  if (cue?.of || cue?.top) return;
  const things = reading.mentions.filter((mention) => mention.claim === null && thingOf(reading, mention));
  const after = reading.mentions.slice(superlative.index + 1).find((mention) => mention.literal?.kind !== 'number');
  const ranked = after && after.claim === null && isGroupable(after) && !thingOf(reading, after) ? [after] : [];
  const attributes = reading.mentions.filter((mention) => mention.claim === null && cueOf(reading.mentions[mention.index - 1], 'which') && sensesOf(mention, 'attribute').length > 0);
  // "The most 5A spots": what kind of them stands between.
  const next = reading.mentions.slice(superlative.index + 1).find((mention) => thingOf(reading, mention) !== null || sensesOf(mention, 'value').length === 0);
  const before = reading.mentions[superlative.index - 1];
  const han = /\p{Script=Han}/u.test(superlative.span.text);
  const counted = (han ? [before, next] : [next, before]).find((mention) => mention && things.includes(mention) && !cueOf(reading.mentions[mention.index - 1], 'which') && !reading.mentions[mention.index + 1]?.glue.has('or'));
  const others = new Set([...things.map((mention) => thingOf(reading, mention)), ...attributes, ...ranked].filter((one) => one !== thingOf(reading, counted)));
  const thing = thingOf(reading, counted);
  const [kinds] = attributes;
  if (things.length === 0 && kinds && attributes.length === 1 && after === undefined) return countOfKinds(reading, kinds);
  // "The most projectors": kinds of a thing are counted as that thing.
  const sort = han ? before : reading.mentions[superlative.index + 1];
  const owner = (!counted || (han && counted === next)) && sort && sort.claim === null && sensesOf(sort, 'value').length > 0 ? ownerOfValue(reading, sort) : null;
  if (sort && owner && things.some((mention) => mention !== sort && thingOf(reading, mention) !== owner)) return addMeasure(reading, countOf(reading, owner), [sort]);
  if (!counted || !thing || others.size === 0) return;
  if (counted === next && /\p{Script=Han}/u.test(counted.span.text)) return;
  addMeasure(reading, countOf(reading, thing), [counted]);
}

/** "Which channel has the most", 渠道里哪个最多: rows of each kind, where nothing else is named. */
function countOfKinds(reading: Reading, mention: Mention): void {
  const [kind, ...others] = closestAttributes(reading, mention, (one) => one.role === 'dimension');
  const owner = kind && others.length === 0 ? reading.lexicon.things.get(kind.ref.table) : undefined;
  if (owner) addMeasure(reading, countOf(reading, owner), []);
}

/** 订单最多的客户的订单金额, "order amount of the client with the most orders": ranked by one figure, asked for another. */
function countBesideMost(reading: Reading, superlative: Mention): void {
  if (!/多|少|most|few|least/.test(superlative.span.text) || cueOf(superlative, 'superlative')?.top !== undefined || !cueOf(superlative, 'superlative')) return;
  const beside = reading.mentions[superlative.index + (/\p{Script=Han}/u.test(superlative.span.text) ? -1 : 1)];
  const thing = beside && beside.claim === null && sensesOf(beside, 'thing').length > 0 ? thingOf(reading, beside) : null;
  const others = reading.mentions.some((mention) => mention !== beside && mention.claim === null && (isGroupable(mention) || thingOf(reading, mention) !== null) && thingOf(reading, mention) !== thing);
  const which = cueOf(reading.mentions[(beside?.index ?? 0) - 1], 'which');
  if (beside && thing && others && !which) addMeasure(reading, countOf(reading, thing), [beside]);
}

/** "most common refund reason": values of a column ranked by the number of rows that have them. */
function measureOfCommon(reading: Reading, superlative: Mention): void {
  const after = reading.mentions[superlative.index + 1];
  const [attribute, ...others] = after ? closestAttributes(reading, after, (one) => one.role === 'dimension' || one.role === 'name') : [];
  const owner = attribute && others.length === 0 ? reading.lexicon.things.get(attribute.ref.table) : undefined;
  if (owner) addMeasure(reading, countOf(reading, owner), []);
}

function isGroupable(mention: Mention): boolean {
  return sensesOf(mention, 'attribute').some(({ attribute }) => attribute.role !== 'measure' && attribute.role !== 'geo');
}

/** What is ranked: right after "which", after the superlative and its number, or the only thing left. */
function rankedMention(reading: Reading, superlative: Mention): Mention | null {
  const open = reading.mentions.filter((mention) => mention.claim === null);
  const groupable = (mention: Mention) => thingOf(reading, mention) !== null || isGroupable(mention);
  const asked = open.find((mention) => cueOf(reading.mentions[mention.index - 1], 'which') && groupable(mention));
  if (asked) return asked;
  const after = reading.mentions.slice(superlative.index + 1).find((mention) => mention.literal?.kind !== 'number');
  if (after && after.claim === null && groupable(after)) return after;
  const left = open.filter((mention) => groupable(mention) && !cueOf(reading.mentions[mention.index - 1], 'group') && !cueOf(reading.mentions[mention.index - 1], 'negation'));
  return left.length === 1 ? (left[0] ?? null) : null;
}

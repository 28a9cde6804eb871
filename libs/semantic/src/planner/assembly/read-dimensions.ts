import type { Dimension, Grain } from '@querent/contracts';
import { attributeLabel, label, say } from '../../wording/words';
import { namesOf } from '../../model/things';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, isContent, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { closestAttributes } from './choose-attribute';
import { choseSeveral, qualifiedLabel, tiedAttributes } from './ask-about';
import { thingOf } from './head-thing';
import { nameOf } from '../../model/things';
import { homeOf } from './measure-home';
import type { Stop } from './step';

/** What the question groups by: words after by/per/各/按, before 分布, and periods (每月, monthly). */
export function readDimensions(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null) continue;
    if (isSelfGrouping(mention)) {
      const result = groupBy(reading, mention, null);
      if (typeof result !== 'boolean') return result;
      continue;
    }
    if (cueOf(mention, 'grain')?.each && !isContent(mention)) {
      const stop = groupJoined(reading, mention);
      if (stop) return stop;
      continue;
    }
    const group = cueOf(mention, 'group');
    const stop = group ? readGroup(reading, mention, group.side) : null;
    if (stop) return stop;
  }
  return null;
}

/** 各区, 各省 as names of their own: the each is part of the word. */
function isSelfGrouping(mention: Mention): boolean {
  return /^[各每]/.test(mention.span.text) && isContent(mention);
}

function readGroup(reading: Reading, cue: Mention, side: 'before' | 'after'): Stop | null {
  if (isOrder(reading, cue)) return null;
  if (isAgent(reading, cue, side)) {
    claim('verb', cue);
    return null;
  }
  const next = reading.mentions[cue.index + 1];
  const counted = KIND_CUES.test(cue.span.text) && next?.claim === 'measure' ? thingOf(reading, next) : null;
  const kind = counted && kindOf(counted);
  if (kind) addDimension(reading, kind, [cue]);
  if (kind) return null;
  return side === 'before' ? groupForward(reading, cue) : groupBackward(reading, cue);
}

/** "sorted by price", 按价格从高到低: the by belongs to the order. */
function isOrder(reading: Reading, cue: Mention): boolean {
  const next = reading.mentions[cue.index + 1];
  if (cue.span.text === 'by' && ranksBy(reading, cue)) return true;
  return /^(?:按|按照|依|根据|by)$/.test(cue.span.text) && cueOf(reading.mentions[cue.index + 2], 'sort') !== null && !cueOf(next, 'grain');
}

/** "Top 5 spots by number of reviews": what stands behind the by is a figure of those that are ranked. */
function ranksBy(reading: Reading, cue: Mention): boolean {
  const next = reading.mentions[cue.index + 1];
  const top = reading.mentions.slice(0, cue.index).some((one) => one.claim === null && cueOf(one, 'superlative')?.top === true);
  return top && reading.draft.measures.length === 0 && next !== undefined && sensesOf(next, 'thing').length === 0 && closestAttributes(reading, next, (one) => one.numeric && one.role === 'measure' && !one.isYear).length > 0;
}

/** "orders by VIP customers", "offered by departments", 分布在: the words say who or where, not how to group. */
function isAgent(reading: Reading, cue: Mention, side: 'before' | 'after'): boolean {
  if (side === 'after') return /^在/.test(reading.text.slice(cue.span.end));
  const next = reading.mentions[cue.index + 1];
  const noun = next !== undefined && sensesOf(next, 'thing').length === 0 && thingOf(reading, next) !== null;
  return cue.span.text === 'by' && (noun || cueOf(reading.mentions[cue.index - 1], 'verb') !== null);
}

function groupBackward(reading: Reading, cue: Mention): Stop | null {
  const before = reading.mentions[cue.index - 1];
  if (before && cue.span.text === '分别' && isListDescribed(reading, before)) return null;
  const kinds = before && cue.span.text === '分别' ? kindsOfFigure(reading, before) : null;
  if (kinds) {
    const result = groupBy(reading, kinds, cue);
    return typeof result === 'boolean' ? null : result;
  }
  const result = before && before.claim === null ? groupBy(reading, before, cue) : false;
  return typeof result === 'boolean' ? null : result;
}

/** 其他渠道的完成率分别多少: what is kept apart are the kinds that the figure is said of. */
function kindsOfFigure(reading: Reading, figure: Mention): Mention | null {
  const kinds = reading.mentions[figure.index - 1];
  const isKind = kinds?.claim === null && figure.glue.has('of') && figure.claim === 'measure' && sensesOf(kinds, 'value').length === 0 && sensesOf(kinds, 'attribute').some(({ attribute }) => attribute.role === 'dimension');
  return isKind ? kinds : null;
}

/** 上海和杭州的客户分别: what is kept apart are the values listed, not the things that they describe. */
function isListDescribed(reading: Reading, noun: Mention): boolean {
  const last = sensesOf(noun, 'value').length > 0 ? noun : reading.mentions[noun.index - 1];
  const first = last && reading.mentions[last.index - 1];
  const columns = sensesOf(first, 'value').map(({ attribute }) => attribute);
  return thingOf(reading, noun) !== null && (last?.glue.has('and') ?? false) && sensesOf(last, 'value').some(({ attribute }) => columns.includes(attribute));
}

/** What stands behind the cue, and whatever and-words or further cues join to it. */
function groupForward(reading: Reading, cue: Mention): Stop | null {
  let grouped = false;
  for (let at = cue.index + 1; ; at++) {
    const mention = reading.mentions[at];
    if (!mention || mention.claim !== null) break;
    const another = cueOf(mention, 'group') !== null && !isContent(mention);
    if (grouped && !another && !mention.glue.has('and') && !cueOf(reading.mentions[at - 1], 'group')) break;
    if (another) {
      claim('dimension', mention);
      continue;
    }
    if (cueOf(mention, 'grain') && !isContent(mention)) mention.grouped = true;
    else {
      const result = groupBy(reading, mention, cue);
      if (result === false) break;
      if (result !== true) return result;
    }
    grouped = true;
  }
  if (grouped) claim('dimension', cue);
  return null;
}

/** "By year and district", 按月和客户: what an and joins to a period groups too. */
function groupJoined(reading: Reading, period: Mention): Stop | null {
  const next = reading.mentions[period.index + 1];
  if (!next || next.claim !== null || !next.glue.has('and') || !thingOf(reading, next) || sensesOf(next, 'value').length > 0) return null;
  const result = groupBy(reading, next, null);
  return typeof result === 'boolean' ? null : result;
}

/** Adds the dimension that a mention names; false when it names none. */
export function groupBy(reading: Reading, mention: Mention, cue: Mention | null): Stop | boolean {
  const grain = cueOf(mention, 'grain')?.grain;
  if (grain && !sensesOf(mention, 'attribute').length) return false;
  // "Price per piece": a figure behind per is the unit of another one.
  const attributes = closestAttributes(reading, mention, (one) => isGroupable(one) && !(one.role === 'measure' && !one.isYear && UNIT_CUES.test(cue?.span.text ?? '')));
  const thing = thingOf(reading, mention);
  const kind = thing && cue && KIND_CUES.test(cue.span.text) ? kindOf(thing) : null;
  if (kind) {
    addDimension(reading, kind, [cue]);
    return true;
  }
  const own = attributes.filter((one) => reading.draft.measures.some((measure) => homeOf(reading, measure.what) === one.ref.table));
  if (thing && own.length !== 1) {
    const name = nameOf(thing);
    if (!name) return false;
    addDimension(reading, name, [cue, mention], label(thing.label, reading.locale, thing.name.replaceAll('_', ' ')));
    return true;
  }
  if (attributes.length > 1 && own.length !== 1) {
    if (!choseSeveral(reading, mention)) return tiedAttributes(reading, mention, attributes, true);
    for (const one of attributes) addDimension(reading, one, [cue, mention], qualifiedLabel(reading, one));
    return true;
  }
  const attribute = own.length === 1 ? own[0] : attributes[0];
  if (!attribute) return false;
  const days = attribute.role === 'time' && (attribute.category === 'date' || attribute.category === 'timestamp');
  addDimension(reading, attribute, [cue, mention], undefined, days ? 'day' : undefined);
  return true;
}

const UNIT_CUES = /^(?:per|每|每个|每名|每位)$/;

const KIND_CUES = /^(?:各类|各种|每种|每类)$/;

/** 各类设备: devices by their kind, when exactly one column is called so. */
function kindOf(thing: Thing): Attribute | null {
  const kinds = thing.attributes.filter((one) => one.role === 'dimension' && namesOf(one).some(({ name }) => /类型$|类别$|种类$|品类$|\b(?:type|kind|category)$/i.test(name)));
  return kinds.length === 1 ? (kinds[0] ?? null) : null;
}

function isGroupable(attribute: Attribute): boolean {
  return attribute.role !== 'geo' && (attribute.role !== 'measure' || attribute.isYear || attribute.category === 'integer');
}

export function addDimension(reading: Reading, attribute: Attribute, from: (Mention | null)[], name?: string, grain?: Grain): void {
  claim('dimension', ...from);
  const same = reading.draft.dimensions.some((one) => one.column.table === attribute.ref.table && one.column.column === attribute.ref.column && one.grain === grain);
  const span = spanOver(reading, ...from);
  if (same && span) reading.draft.repeated.push(span);
  if (same) return;
  const text = name ?? attributeLabel(attribute, reading.locale);
  const dimension: Dimension = { label: grain ? grainLabel(grain, reading) : text, column: attribute.ref, span };
  reading.draft.dimensions.push(grain ? { ...dimension, grain } : dimension);
}

const GRAIN_LABELS: Record<Grain, { zh: string; en: string }> = {
  day: { zh: '日期', en: 'day' }, week: { zh: '周', en: 'week' }, month: { zh: '月份', en: 'month' }, quarter: { zh: '季度', en: 'quarter' }, year: { zh: '年份', en: 'year' },
};

function grainLabel(grain: Grain, reading: Reading): string {
  return say(reading.locale, GRAIN_LABELS[grain].zh, GRAIN_LABELS[grain].en);
}

import { cueOf, type Mention } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { thingOf } from './head-thing';
import { homeOf } from './measure-home';
import { refuse } from './refuse';
import { isAdditive } from './simple-aggregate';
import type { Step } from './step';
import { timeColumnFor } from './read-time';

/**
 * What a query cannot hold although each of its words was understood: running totals, one list's count of another's
 * groups, parts of a total of averages. Every one of them would otherwise be answered with a plainer figure.
 */
export const checkLimits: Step = (reading) => {
  for (const [find, why] of LIMITS) {
    const words = find(reading);
    if (words !== null) return refuse(reading, why, words);
  }
  return null;
};

const LIMITS: [find: (reading: Reading) => string | null, why: 'running' | 'unplaced' | 'clocks' | 'apart'][] = [
  [runningTotal, 'running'],
  [countOfGroups, 'unplaced'],
  [shareOfAverages, 'unplaced'],
  [everyPeriod, 'unplaced'],
  [firstOfEach, 'unplaced'],
  [differentClocks, 'clocks'],
  [clockTime, 'unplaced'],
  [boundOfWhole, 'unplaced'],
  [notApart, 'apart'],
  [lostTotal, 'unplaced'],
  [askedOther, 'unplaced'],
  [unreadable, 'unplaced'],
];

const RUNNING = /累计|累积|cumulative|running/;

/** 每月累计订单金额: month after month added up, which sums of single months are not. */
function runningTotal({ draft, mentions }: Reading): string | null {
  const cue = mentions.find(({ span }) => RUNNING.test(span.text));
  const periods = draft.dimensions.some(({ grain, column }) => grain !== undefined || /year|年/i.test(column.column));
  return cue && periods ? cue.span.text : null;
}

/** 消费超过5万的客户有多少 asks for the number of groups, not for the groups; "how many" never asks for a list. */
function countOfGroups({ draft, mentions }: Reading): string | null {
  const count = mentions.find((mention) => cueOf(mention, 'count') && mention.claim !== 'measure' && mention.literal === null && ASKS_COUNT.test(mention.span.text));
  if (!count) return null;
  const listed = draft.measures.length === 0 && draft.select.length === 0;
  return draft.having.length > 0 || listed ? count.span.text : null;
}

const ASKS_COUNT = /^(?:多少.*|几.|how many.*)$/;

/** A share is a part of a sum: averages have no total. */
function shareOfAverages({ draft, model }: Reading): string | null {
  const measure = draft.measures.find(({ share, what }) => share?.of === 'total' && !(what.kind === 'aggregate' ? what.fn === 'sum' || what.fn.startsWith('count') : isAdditive(model.metrics[what.id]?.expression)));
  if (measure) return measure.label;
  // The greatest share within each group is not a share of the whole.
  return draft.limitPer !== null && draft.measures.some(({ share }) => share) ? (draft.measures[0]?.label ?? '') : null;
}

/** "above 85 in every year" holds of all periods at once; a condition on groups holds of each alone. */
function everyPeriod({ draft }: Reading): string | null {
  const period = draft.dimensions.find(({ grain, column }) => grain !== undefined || /^(?:year|年份)$/i.test(column.column));
  return draft.having.length > 0 && draft.dimensions.length > 1 && period ? (period.span?.text ?? period.label) : null;
}

/** 每个月各品类销售额最高的渠道: first within more than one column's groups. */
function firstOfEach({ draft, mentions }: Reading): string | null {
  const superlative = mentions.find((mention) => mention.claim === 'order' && cueOf(mention, 'superlative'));
  if (!superlative || draft.limit === null || draft.limitPer !== null || draft.dimensions.length < 2) return null;
  const each = mentions.find((mention) => mention.claim === 'dimension' && (EACH.test(mention.span.text)));
  return each ? superlative.span.text : null;
}

const EACH = /^[各每]|^(?:(?:in|of|for|within|from|at|on) )?(?:each|every)\b|^per\b/;

/** 今年的销售额和退款金额: each is dated by a column of its own; one range would date both by the first's. */
function differentClocks(reading: Reading): string | null {
  const { draft } = reading;
  const dated = draft.ranges.length > 0 || draft.compare !== null || draft.dimensions.some(({ grain }) => grain);
  if (!dated || draft.measures.length < 2) return null;
  const clocks = draft.measures.map(({ what }) => {
    const column = timeColumnFor(reading, null, homeOf(reading, what) ?? '');
    return column === null || Array.isArray(column) ? '' : `${column.ref.table}.${column.ref.column}`;
  });
  const at = clocks.findIndex((clock) => clock !== clocks[0]);
  return at > 0 ? (draft.measures[at]?.label ?? '') : null;
}

/** "Items in orders over 5000": a bound behind what holds them is on its own figure, not on how many of them there are. */
function boundOfWhole({ draft, text }: Reading): string | null {
  const found = draft.exists.find(({ count, span }) => count && WITHIN.test(text.slice(0, span.start)) && BOUND_LAST.test(span.text));
  return found ? found.span.text : null;
}

const WITHIN = /\b(?:in|from|of|on|within|inside)(?: (?:the|an?|any|all))? $/;
const BOUND_LAST = /^[a-z][a-z ]* (?:over|above|under|below|exceeding|worth|more than|less than|greater than|higher than|lower than|at least|at most)\b/;

/** "Orders in the last 24 hours": so many hours are no number of rows, and days are the least that ranges hold. */
function clockTime({ mentions, text }: Reading): string | null {
  const number = mentions.find(({ literal, claim, span }) => literal?.kind === 'number' && claim === 'order' && HOURS.test(text.slice(span.start)));
  return number ? (HOURS.exec(text.slice(number.span.start))?.[0] ?? '') : null;
}

const HOURS = /^[\d.,\p{Script=Han}]{1,8}?[\s-]*个?(?:小时|钟头|分钟|秒钟?|hours?|hrs?|minutes?|mins?|seconds?|secs?)(?![a-z])/u;

/** 分别, "respectively": an answer that holds one figure for all of them is none. */
function notApart({ draft, text }: Reading): string | null {
  const apart = APART.exec(text)?.[0];
  if (apart === undefined) return null;
  const several = draft.measures.length > 1 || draft.dimensions.length > 0 || draft.compare !== null || draft.select.length > 1;
  return several && draft.exists.length === 0 ? null : apart;
}

export const APART = /分别|各自|各有?(?:多少|几)|各是(?:多少|几)|各(?:卖|售|买|下|退|消费|花|采购)(?:出|掉|过)?了?(?:多少|几)|respectively|separately/;

/** "Total amount of orders" whose total found nothing to add up. */
function lostTotal({ draft, mentions }: Reading): string | null {
  const total = mentions.find((mention) => cueOf(mention, 'aggregate') && mention.claim === 'introduces');
  return total && draft.measures.length === 0 ? total.span.text : null;
}

/** "What did VIP customers buy" asks for what was bought, not for the customers. */
function askedOther(reading: Reading): string | null {
  const { draft, mentions, text } = reading;
  if (draft.measures.length > 0 || draft.exists.length === 0) return null;
  const verb = mentions.find((mention) => mention.claim === 'relation' && (cueOf(mention, 'relation') || cueOf(mention, 'sell')));
  if (!verb) return null;
  const object = /^(?:what|which)(?: [a-z]+)? (?:did|do|does|have|has)\b/.exec(text)?.[0];
  const asked = mentions.find((mention) => cueOf(mention, 'which'));
  const noun = mentions[(asked?.index ?? 0) + 1];
  if (object !== undefined && !(isSubject(reading, noun) && (noun?.span.end ?? 0) < object.length)) return object;
  const next = mentions[verb.index + 1];
  return next && (cueOf(next, 'which') || /哪些|什么/.test(next.span.text)) && !isSubject(reading, mentions[next.index + 1]) ? next.span.text : null;
}

/** 没有评分: where numbers are kept as text, a missing one may be written as a word, which no null test finds. */
function unreadable({ draft }: Reading): string | null {
  const found = draft.filters.find(({ filter, attribute }) => filter.kind === 'null' && attribute?.numeric === true && attribute.category === 'text');
  return found ? (found.filter.span?.text ?? '') : null;
}

function isSubject(reading: Reading, mention: Mention | undefined): boolean {
  return thingOf(reading, mention) === reading.draft.subject?.thing;
}


import type { Measure } from '@querent/contracts';
import { namesOf } from '../../model/things';
import type { Thing } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { type Reading, original } from '../reading/reading';
import { thingOf } from './head-thing';
import { homeOf } from './measure-home';
import { thingOfVerb } from './read-relations';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import type { Step, Stop } from './step';

/** What the words say is counted must be what is counted: money is no number of orders, and people are no pieces. */
export const checkCounted: Step = (reading): Stop | null => {
  for (const [find, why] of RULES) {
    const words = find(reading);
    if (words !== null) return refuse(reading, why, words);
  }
  return null;
};

const RULES: [find: (reading: Reading) => string | null, why: 'unplaced' | 'ratio' | 'apart' | 'clocks'][] = [
  [moneyCounted, 'unplaced'],
  [othersCounted, 'unplaced'],
  [severalAsked, 'apart'],
  [listedLost, 'unplaced'],
  [firstPer, 'ratio'],
  [dateOfOther, 'clocks'],
];

/** 多少钱 answered with a number of rows. */
function moneyCounted(reading: Reading): string | null {
  const { measures } = reading.draft;
  const words = /多少(?:钱|元|块)/.exec(reading.text)?.[0];
  return words !== undefined && measures.length > 0 && measures.every((measure) => isCount(reading, [measure]) || QUANTITY.test(measure.label)) ? words : null;
}

const QUANTITY = /销量|数量|件数|\bunits?\b|\bquantity\b|\bpieces?\b/i;

/** Names of people, whatever the model calls them. */
export const PEOPLE = /客户|用户|顾客|会员|买家|学生|教师|老师|员工|职工|读者|患者|病人|医生|护士|作者|人|员$|\b(?:people|person|customer|client|user|member|buyer|student|pupil|teacher|staff|employee|worker|reader|borrower|patient|doctor|nurse|author|visitor|guest|passenger|driver|player)s?\b/i;
const PIECES = /^(?:多少|几)[件单笔本台张款种]$/;
/** Asking words that count people. */
export const PERSONS = /^(?:(?:多少|几)[人位名]|how many (?:people|persons))$/;
const ORDERS = /^(?:多少|几)单$/;
const PLACED = /单|\b(?:order|purchase|sale|deal)s?\b/i;

/** 退了多少件 answered with people, 多少人 with orders: the measure word tells what is counted. */
function othersCounted(reading: Reading): string | null {
  const words = /(?:多少|几)[人位名件单笔本台张款种](?!\p{Script=Han}?[价额])|how many (?:people|persons)\b/u.exec(reading.text)?.[0];
  if (words === undefined || reading.draft.measures.length === 0) return null;
  const told = reading.draft.measures.map((measure) => namesOfCounted(reading, measure));
  if (PERSONS.test(words)) return told.some((names) => PEOPLE.test(names)) ? null : words;
  if (PIECES.test(words) && isCount(reading, reading.draft.measures) && told.every((names) => PEOPLE.test(names))) return words;
  return ORDERS.test(words) && !told.some((names) => PLACED.test(names)) && !reading.mentions.some((mention) => mention.claim === 'measure' && thingOf(reading, mention)) ? words : null;
}

/** The names of a measure and, where it counts rows, of their kind. */
function namesOfCounted(reading: Reading, measure: Measure): string {
  const home = isCount(reading, [measure]) ? reading.lexicon.things.get(homeOf(reading, measure.what) ?? '') : undefined;
  return [measure.label, ...(home ? namesOf(home).map(({ name }) => name) : [])].join(' ');
}

function isCount({ model }: Reading, measures: Measure[]): boolean {
  return measures.every(({ what }) => (what.kind === 'aggregate' ? what.fn : simpleAggregate(model.metrics[what.id]?.expression)?.fn)?.startsWith('count') === true);
}

/** "How many were completed and how many cancelled": two numbers are asked for, which one total does not give. */
function severalAsked({ draft, text }: Reading): string | null {
  const asked = text.match(/how many\b|多少/g) ?? [];
  const bounded = /(?:and|,|，|、|和)\s*(?:how many\b|\S{0,12}?多少)/.test(text);
  return asked.length > 1 && bounded && draft.measures.length === 1 && draft.dimensions.length === 0 ? (asked.at(-1) ?? null) : null;
}

/** "Customers, orders and revenue": every noun of a list of figures is one of them, and none a mere owner of another. */
function listedLost(reading: Reading): string | null {
  const { mentions, draft } = reading;
  if (draft.measures.length === 0) return null;
  const isMeasured = (mention: Mention | undefined) => mention?.claim === 'measure';
  const lost = mentions.find((mention, at) => {
    if (isMeasured(mention) || mention.claim === 'dimension' || mention.filtered === true || sensesOf(mention, 'thing').length === 0) return false;
    const [before, next] = [mentions[at - 1], mentions[at + 1]];
    const joined = [listed(reading, before, mention) ? before : undefined, listed(reading, mention, next) ? next : undefined];
    return joined.some((other) => isMeasured(other) && (sensesOf(other, 'thing').length > 0 || sensesOf(other, 'metric').length > 0));
  });
  return lost ? original(reading, lost) : null;
}

/** Whether only an and, a comma or 、 stands between two mentions. */
function listed({ text }: Reading, first: Mention | undefined, second: Mention | undefined): boolean {
  return first !== undefined && second !== undefined && /^\s*(?:,|，|、|和|与|及|以及|跟|&|,?\s*and|as well as)(?:\s+(?:the|of|number of))*\s*$/.test(text.slice(first.span.end, second.span.start));
}

/** "City with the most refunds per order": what is first by one figure over another. */
function firstPer(reading: Reading): string | null {
  const { mentions, draft } = reading;
  const top = mentions.find((mention) => cueOf(mention, 'superlative') !== null);
  const per = top && mentions.find((mention, at) => at > top.index && mention.span.text === 'per' && mention.claim === 'dimension' && mentions[at - 1]?.claim === 'measure');
  return per && draft.dimensions.length > 1 && thingOf(reading, mentions[per.index + 1]) ? `${original(reading, per)} ${original(reading, mentions[per.index + 1] ?? per)}` : null;
}

/** 每月下单客户: months of what they did, where the rows are dated by when they came. */
function dateOfOther(reading: Reading): string | null {
  const { draft, mentions } = reading;
  const [period] = draft.dimensions.filter(({ grain }) => grain !== undefined);
  const done = mentions.find((mention) => mention.claim === 'relation' && isDated(thingOf(reading, mention) ?? thingOfVerb(reading, mention)));
  if (!period || !done || draft.subject?.thing.name !== period.column.table) return null;
  return mentions.some((mention) => namesDate(mention, period.column.column)) ? null : original(reading, done);
}

function isDated(thing: Thing | null): boolean {
  return thing?.attributes.some(({ role }) => role === 'time') ?? false;
}

function namesDate(mention: Mention, column: string): boolean {
  return sensesOf(mention, 'attribute').some(({ attribute }) => attribute.ref.column === column);
}

import type { Measure, Span } from '@querent/contracts';
import { type Mention, cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { type Bound, compareFilter, isCountedByRows, isMoney } from './bound';
import { closestAttributes } from './choose-attribute';
import { reach } from '../lexicon/join-graph';
import type { Thing } from '../../model/things';
import { thingOf } from './head-thing';
import { groupBy } from './read-dimensions';
import { addMeasure, countOf } from './read-measures';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

/** 客户超过200的城市, "cities with more than 200 customers": the kinds named are what the counted things are grouped by. */
export function countedGroups(reading: Reading, bound: Bound, beside: Mention): Stop | null | false {
  const { draft, mentions } = reading;
  const thing = beside.claim === null || beside.claim === 'subject' ? thingOf(reading, beside) : null;
  if (!thing || sensesOf(beside, 'thing').length === 0 || thing !== draft.subject?.thing || draft.measures.length > 0 || isMoney(bound) || !isCountedByRows(reading, thing)) return false;
  const kinds = mentions.find((mention) => mention.claim === null && mention !== beside && sensesOf(mention, 'value').length === 0 && (closestAttributes(reading, mention, (one) => one.role === 'dimension').length === 1 || isOwnerOf(reading, mention, thing)));
  const asked = kinds && (mentions[kinds.index - 1] === undefined || cueOf(mentions[kinds.index - 1], 'which') || cueOf(mentions[kinds.index - 1], 'list') || kinds.glue.has('of') || kinds.index === bound.last.index + 1);
  if (!kinds || !asked) return false;
  const grouped = groupBy(reading, kinds, null);
  if (grouped !== true) return grouped === false ? false : grouped;
  const measure = countOf(reading, thing);
  addMeasure(reading, measure, [beside]);
  const span = spanOver(reading, beside, ...bound.mentions);
  claim('having', ...bound.mentions);
  for (let at = bound.first.index - 1; at >= 0 && cueOf(mentions[at], 'have'); at--) claim('having', mentions[at]);
  const [counted = measure] = draft.measures;
  for (const { op, value } of bound.ops) draft.having.push({ measure: counted, op, value, span });
  return null;
}

/** 哪些区的学校不到15所: the things that each of the counted belongs to one of. */
function isOwnerOf(reading: Reading, mention: Mention, counted: Thing): boolean {
  const owner = sensesOf(mention, 'thing').length > 0 ? thingOf(reading, mention) : null;
  return owner !== null && owner !== counted && owner.kind === 'table' && counted.kind === 'table' && reach(reading.model, counted.name, owner.name)?.kind === 'one';
}

/** "… per category, only categories above 500": the groups, named again, are bounded by their one figure. */
export function groupAgain(reading: Reading, bound: Bound, beside: Mention): boolean {
  const { draft } = reading;
  const [measure, ...others] = draft.measures;
  const grouped = beside.claim === null && draft.dimensions.some(({ column, grain }) => grain === undefined && closestAttributes(reading, beside, ({ ref }) => ref.table === column.table && ref.column === column.column).length > 0);
  if (!grouped || !measure || others.length > 0 || draft.dimensions.length > 1 || bound.of) return false;
  claim('having', beside, ...bound.mentions);
  const span = spanOver(reading, beside, ...bound.mentions);
  for (const { op, value } of bound.ops) draft.having.push({ measure, op, value, span });
  return true;
}

/** A bound on a figure of groups: of those named behind it, else of the things that are listed. */
export function addHaving(reading: Reading, bound: Bound, measure: Measure, beside: Mention): Stop | null {
  const span = spanOver(reading, beside, ...bound.mentions);
  const { draft } = reading;
  if (draft.measures.length > 1 && draft.dimensions.length === 0) return boundRows(reading, bound, measure, span);
  if (draft.dimensions.length === 0) {
    const next = reading.mentions[bound.last.index + 1];
    // 客户数超过200的城市: the groups stand right behind the bound.
    const kinds = next?.claim === null && next.glue.has('of') && sensesOf(next, 'value').length === 0 && sensesOf(next, 'attribute').some(({ attribute }) => attribute.role === 'dimension') ? next : undefined;
    const head = kinds ?? kindsBeforeWhere(reading) ?? reading.mentions.find((mention) => (mention.claim === null || isRowOf(reading, mention, measure)) && thingOf(reading, mention) && sensesOf(mention, 'thing').length > 0);
    const result = head ? groupBy(reading, head, null) : false;
    if (result !== true) return result === false ? null : result;
  }
  claim('having', ...bound.mentions);
  for (const { op, value } of bound.ops) reading.draft.having.push({ measure, op, value, span });
  return null;
}

/** "Categories where the average price is under 100". */
function kindsBeforeWhere({ mentions }: Reading): Mention | undefined {
  const kinds = mentions.find((mention, at) => mention.claim === null && cueOf(mentions[at + 1], 'where') !== null && sensesOf(mention, 'value').length === 0 && sensesOf(mention, 'attribute').some(({ attribute }) => attribute.role === 'dimension'));
  const asked = kinds && (kinds.index === 0 || cueOf(mentions[kinds.index - 1], 'which') !== null || cueOf(mentions[kinds.index - 1], 'list') !== null);
  return asked ? kinds : undefined;
}

/** Schools with more than 2,500 students: each row of the subject has such a figure, and its rows are what is asked for. */
function isRowOf(reading: Reading, mention: Mention, { what }: Measure): boolean {
  const simple = what.kind === 'metric' ? simpleAggregate(reading.model.metrics[what.id]?.expression) : null;
  return mention.claim === 'subject' && simple?.fn === 'sum' && simple.table === reading.draft.subject?.thing.name && thingOf(reading, mention)?.name === simple.table;
}

/** "how many schools have a bandwidth below 60": a counted thing whose row of another metric, one column, is bounded. */
function boundRows(reading: Reading, bound: Bound, measure: Measure, span: Span | undefined): null {
  const metric = measure.what.kind === 'metric' ? reading.model.metrics[measure.what.id] : undefined;
  const simple = simpleAggregate(metric?.expression);
  const attribute = reading.lexicon.things.get(simple?.table ?? '')?.attributes.find((one) => one.ref.column === simple?.column);
  const [count] = bound.ops;
  if (!metric || simple?.fn !== 'avg' || !attribute || !count || bound.ops.length > 1) return null;
  claim('filter', ...bound.mentions);
  reading.draft.measures = reading.draft.measures.filter((one) => one !== measure);
  reading.draft.required.push(...metric.requires);
  reading.draft.filters.push({ attribute, filter: compareFilter(attribute, count.op, count.value, span) });
  return null;
}

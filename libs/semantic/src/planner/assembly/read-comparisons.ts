import type { CompareOperator, Filter, Measure } from '@querent/contracts';
import { say } from '../../wording/words';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { adjectiveAttributes } from './adjective-field';
import { chosenAmong, qualifiedLabel, tiedAttributes } from './ask-about';
import { type Bound, MONEY, compareFilter, isCountedByRows, isCurrency, isMoney } from './bound';
import { addHaving, countedGroups, groupAgain } from './bound-groups';
import { closestAttributes } from './choose-attribute';
import { thingOf } from './head-thing';
import { readEquality } from './read-equality';
import { refuse } from './refuse';
import { reach } from '../lexicon/join-graph';
import { thingOfVerb } from './read-relations';
import { simpleAggregate } from './simple-aggregate';
import { negatedBefore } from './negation';
import type { Stop } from './step';

/** Numbers that bound something: over 100, 4.5分以上, between 10 and 20, more than 5 orders. */
export function readComparisons(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null || mention.literal?.kind !== 'number') continue;
    const bound = boundAt(reading, mention);
    const stop = bound ? attach(reading, bound) : readEquality(reading, mention);
    if (stop) return stop;
  }
  return null;
}

function boundAt(reading: Reading, mention: Mention): Bound | null {
  const { mentions } = reading;
  const number = mention.literal?.kind === 'number' ? mention.literal : null;
  if (!number || number.ordinal) return null;
  const before = mentions[mention.index - 1];
  const after = mentions[mention.index + 1];
  const other = after?.literal?.kind === 'number' ? after.literal : null;
  const base = { unit: number.unit ?? other?.unit ?? null, of: null };
  if (after && other && isRange(reading, mention, after)) {
    const lead = before && cueOf(before, 'between') ? [before] : [];
    const tail = mentions[after.index + 1];
    const trail = tail && cueOf(tail, 'between') ? [tail] : [];
    const all = [...lead, mention, after, ...trail];
    return { ...base, first: all[0] ?? mention, last: all.at(-1) ?? after, mentions: all, ops: [{ op: '>=', value: number.value }, { op: '<=', value: other.value }] };
  }
  const unit = after && cueOf(after, 'unit') ? after : null;
  const behind = unit ? mentions[unit.index + 1] : after;
  const suffix = behind && senseCompare(behind, 'before');
  if (behind && suffix) return { ...base, first: mention, last: behind, mentions: [mention, ...(unit ? [unit] : []), behind], ops: [{ op: suffix.op, value: number.value }] };
  const over = mentions[mention.index - 2];
  const lead = over && senseCompare(over, 'after');
  if (over && lead && before && closestAttributes(reading, before, (one) => one.numeric).length === 1) {
    return { unit: number.unit, of: null, first: before, last: unit ?? mention, mentions: [over, mention, ...(unit ? [unit] : [])], ops: [{ op: lead.op, value: number.value }], figure: before };
  }
  const prefix = before && senseCompare(before, 'after');
  if (before && prefix) {
    const negated = negatedBefore(reading, before);
    const op = negated ? NEGATED[prefix.op] : prefix.op;
    return { unit: number.unit, of: prefix.of ?? null, first: before, last: unit ?? mention, mentions: [before, mention, ...(unit ? [unit] : [])], ops: [{ op, value: number.value }] };
  }
  return null;
}

const NEGATED: Record<CompareOperator, CompareOperator> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '=': '!=', '!=': '=' };

function senseCompare(mention: Mention, number: 'before' | 'after') {
  for (const sense of mention.senses) if (sense.kind === 'cue' && sense.cue.kind === 'compare' && sense.cue.number === number) return sense.cue;
  return null;
}

function isRange(reading: Reading, first: Mention, second: Mention): boolean {
  const gap = reading.text.slice(first.span.end, second.span.start).trim();
  const led = cueOf(reading.mentions[first.index - 1], 'between') !== null;
  return /^(?:到|至|-|~|to)$/.test(gap) || (led && /^(?:and|和|与|,|、)$/.test(gap));
}

/** Finds what the bound is of: the figure right before it, right after it, or what its unit says. */
function attach(reading: Reading, bound: Bound): Stop | null {
  if (bound.figure) {
    const stop = attachAttribute(reading, bound, bound.figure);
    return stop === false ? null : stop;
  }
  const last = reading.mentions[bound.first.index - 1];
  const same = sameFigure(reading, bound);
  if (same) {
    addBound(reading, bound, same);
    return null;
  }
  const before = last?.claim === 'form' ? reading.mentions[last.index - 1] : last;
  const after = reading.mentions[bound.last.index + 1];
  for (const beside of [before, after]) {
    if (!beside) continue;
    const measure = measureAt(reading, beside);
    if (measure && !(beside === after && isSubjectCount(reading, measure)) && !isRowsCount(reading, bound, measure, beside)) return addHaving(reading, bound, measure, beside);
    const stop = attachAttribute(reading, bound, beside);
    if (stop !== false) return stop;
  }
  const again = before ? groupAgain(reading, bound, before) : null;
  if (again) return null;
  const groups = [before, headBehind(reading, after)].map((beside) => (beside ? countedGroups(reading, bound, beside) : false)).find((found) => found !== false);
  if (groups !== undefined) return groups;
  if (before && before.claim === null && relatedTo(reading, before)) return attachThing(reading, bound, before);
  if (after && after.claim === null && relatedTo(reading, after)) return attachThing(reading, bound, after);
  if (bound.of) return attachAdjective(reading, bound);
  return attachUnit(reading, bound);
}

/** "More than 15 5A spots": words that say which of them stand before what is counted. */
function headBehind({ mentions }: Reading, after: Mention | undefined): Mention | undefined {
  if (!after || after.claim !== null || sensesOf(after, 'value').length === 0 || sensesOf(after, 'thing').length > 0) return after;
  const next = mentions[after.index + 1];
  return next?.glue.size === 0 && next.claim !== 'measure' && sensesOf(next, 'thing').length > 0 ? next : after;
}

/** 页数少于100或超过900: a bare second bound is of the figure just bounded. */
function sameFigure(reading: Reading, bound: Bound): Attribute | null {
  const before = reading.mentions[bound.first.index - 1];
  const filter = reading.draft.filters.at(-1);
  if (!bound.first.glue.has('or') || before?.claim !== 'filter' || filter?.filter.kind !== 'compare' || bound.of) return null;
  const after = reading.mentions[bound.last.index + 1];
  if (after && closestAttributes(reading, after, (one) => one.numeric).length > 0) return null;
  return filter.filter.span?.end === before.span.end ? filter.attribute : null;
}

function attachAttribute(reading: Reading, bound: Bound, beside: Mention): Stop | null | false {
  if (beside.claim !== null && beside.claim !== 'introduces') return false;
  const attributes = closestAttributes(reading, beside, (one) => one.numeric);
  if (attributes.length > 1) return tiedAttributes(reading, beside, attributes);
  const attribute = attributes[0];
  if (!attribute) return false;
  addBound(reading, bound, attribute, beside);
  return null;
}

function addBound(reading: Reading, bound: Bound, attribute: Attribute, beside?: Mention): void {
  claim('filter', beside, ...bound.mentions);
  const span = spanOver(reading, beside, ...bound.mentions);
  const [low, high] = bound.ops;
  if (low && high) reading.draft.filters.push({ attribute, filter: { kind: 'between', column: attribute.ref, from: low.value, to: high.value, negated: false, span } });
  else if (low) reading.draft.filters.push({ attribute, filter: compareFilter(attribute, low.op, low.value, span) });
}

function attachThing(reading: Reading, bound: Bound, beside: Mention): Stop | null {
  const thing = thingOf(reading, beside) ?? thingOfVerb(reading, beside);
  const [count] = bound.ops;
  if (!thing || !count || bound.ops.length > 1 || thing === reading.draft.subject?.thing) return null;
  if (isMoney(bound)) return attachWorth(reading, bound, beside, thing, count);
  if (!isCountedByRows(reading, thing)) return refuse(reading, 'unplaced', spanOver(reading, ...bound.mentions)?.text);
  relate(reading, bound, beside, thing, count, []);
  return null;
}

function relate(reading: Reading, bound: Bound, beside: Mention, thing: Thing, count: Bound['ops'][number] | undefined, filters: Filter[]): void {
  claim('relation', beside, ...bound.mentions);
  for (let at = bound.first.index - 1; at >= 0 && cueOf(reading.mentions[at], 'have'); at--) claim('relation', reading.mentions[at]);
  const span = spanOver(reading, ...bound.mentions, beside) ?? beside.span;
  reading.draft.exists.push({ table: thing.name, negated: false, ...(count ? { count } : {}), filters, span, at: beside.index });
}

/** "An order over 30000 yuan" has that amount. After a verb (下单超过1万元) it may as well be the sum of all of them. */
function attachWorth(reading: Reading, bound: Bound, beside: Mention, thing: Thing, { op, value }: Bound['ops'][number]): Stop | null {
  const [attribute, ...others] = thing.attributes.filter((one) => one.numeric && one.role === 'measure' && isCurrency(one));
  const noun = sensesOf(beside, 'thing').length > 0 && !cueOf(beside, 'relation');
  const span = spanOver(reading, ...bound.mentions, beside);
  if (!attribute || others.length > 0 || !noun) return refuse(reading, 'unplaced', span?.text);
  relate(reading, bound, beside, thing, undefined, [compareFilter(attribute, op, value, span)]);
  return null;
}

function attachAdjective(reading: Reading, bound: Bound): Stop | null {
  const mention = bound.mentions[0];
  const attributes = bound.of && mention ? chosenAmong(reading, mention, adjectiveAttributes(reading, bound.of)) : [];
  if (attributes.length > 1 && mention) return tiedAttributes(reading, mention, attributes);
  const [attribute] = attributes;
  if (attribute) addBound(reading, bound, attribute);
  return null;
}

/** 100元以上的商品: the unit speaks of the subject's one figure in that unit. */
function attachUnit(reading: Reading, bound: Bound): Stop | null {
  const mention = bound.mentions[0];
  const attributes = bound.unit && mention ? chosenAmong(reading, mention, attributesInUnit(reading, bound.unit)) : [];
  if (attributes.length > 1 && mention) return tiedAttributes(reading, mention, attributes);
  const [attribute] = attributes;
  if (!attribute) return null;
  addBound(reading, bound, attribute);
  const words = spanOver(reading, ...bound.mentions)?.text ?? '';
  const name = qualifiedLabel(reading, attribute);
  reading.disclosures.push(say(reading.locale, `“${words}”按${name}理解`, `“${words}” was read as a bound on ${name}`));
  return null;
}

function attributesInUnit(reading: Reading, unit: string): Attribute[] {
  const figures = reading.draft.subject?.thing.attributes.filter((one) => one.numeric && one.role === 'measure') ?? [];
  if (MONEY.has(unit)) return figures.filter(isCurrency);
  return figures.filter((one) => one.unit?.zh === unit || one.unit?.en === unit);
}

/** A thing or a verb of one with several rows for each row of the subject: 下单超过100次. */
function relatedTo(reading: Reading, mention: Mention): boolean {
  const thing = thingOf(reading, mention) ?? thingOfVerb(reading, mention);
  const subject = reading.draft.subject?.thing;
  return thing !== null && subject !== undefined && thing !== subject && reach(reading.model, subject.name, thing.name)?.kind === 'many';
}

/** "How many orders over 1000 yuan": the bound is on each order, not on their number; no number is in yuan. */
function isRowsCount(reading: Reading, bound: Bound, measure: Measure, beside: Mention): boolean {
  const simple = measure.what.kind === 'aggregate' ? measure.what.fn : simpleAggregate(reading.model.metrics[measure.what.id]?.expression)?.fn;
  if (simple !== 'count' && simple !== 'count_distinct') return false;
  return (bound.unit !== null && MONEY.has(bound.unit)) || (sensesOf(beside, 'metric').length === 0 && cueOf(beside, 'count') === null);
}

function isSubjectCount(reading: Reading, measure: Measure): boolean {
  const { subject, dimensions, measures } = reading.draft;
  const counts = measure.what.kind === 'aggregate' ? measure.what.fn === 'count' : /^\s*count/i.test(reading.model.metrics[measure.what.id]?.expression ?? '');
  return counts && measures.length === 1 && dimensions.length === 0 && subject !== null;
}

function measureAt(reading: Reading, mention: Mention): Measure | undefined {
  if (mention.claim !== 'measure') return undefined;
  return reading.draft.measures.find((measure) => measure.span && measure.span.start <= mention.span.start && mention.span.end <= measure.span.end);
}

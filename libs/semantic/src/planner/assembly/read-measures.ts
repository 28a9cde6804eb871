import type { AggregateFunction, Measure } from '@querent/contracts';
import { findAggregates, plural } from '@querent/language';
import { attributeLabel, label, say } from '../../wording/words';
import type { Attribute, Thing } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf, isContent, sensesOf } from '../reading/mention';
import { type Reading, claim, nextOpen, spanOver } from '../reading/reading';
import type { ModelMetric } from '../../model/semantic-model';
import { namesOf } from '../../model/things';
import { countedIn } from '../lexicon/short-names';
import { closestAttributes, distance, nearest } from './choose-attribute';
import { termTables, thingOf } from './head-thing';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

/** What the question measures: metrics by name, aggregates of columns, counts of things. */
export function readMeasures(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (mention.claim !== null) continue;
    if (cueOf(mention, 'aggregate')) readAggregate(reading, mention);
    else if (cueOf(mention, 'count')) readCount(reading, mention);
  }
  readExtremes(reading);
  for (const mention of reading.mentions) {
    if (mention.claim === null && sensesOf(mention, 'metric').length > 0) addMetric(reading, mention);
  }
  countListed(reading);
  return null;
}

function readCount(reading: Reading, cue: Mention): void {
  const target = countTarget(reading, cue) ?? countedBefore(reading, cue);
  const thing = thingOf(reading, target) ?? (target && sensesOf(target, 'attribute').length === 0 ? ownerOfValue(reading, target) : null);
  // 下单多少钱: money of it, never their number.
  if (target && thing && /^多少(?:钱|元|块)/.test(cue.span.text)) return;
  if (target && thing) {
    addMeasure(reading, countOf(reading, thing), [cue, target, distinctBeside(reading, cue, target)]);
    return;
  }
  if (!target) return;
  const [attribute, ...others] = closestAttributes(reading, target, isDistinguishable);
  if (attribute && others.length === 0) return addMeasure(reading, distinctCount(reading, attribute), [cue, target, distinctBeside(reading, cue, target)]);
  const [figure, ...figures] = closestAttributes(reading, target, (one) => one.numeric && one.role === 'measure');
  // 多少学生, where each row keeps the number of its own: theirs together.
  if (figure && figures.length === 0 && countedIn(figure).includes(target.span.text)) return addMeasure(reading, aggregateOf(reading, 'sum', figure), [cue, target]);
  // "number of employees" where that is a stored figure, 价格是多少: the word only introduces the column or metric.
  if (sensesOf(target, 'metric').length > 0 || closestAttributes(reading, target, (one) => one.numeric || !isDistinguishable(one)).length > 0) claim('introduces', cue);
}

/** "Number of orders and customers", 多少订单和客户, 客户和订单各有多少: every thing of the list is counted. */
function countListed(reading: Reading): void {
  const { mentions, text } = reading;
  const each = /(?:各自?|分别)(?:都?有|是)?多少/.test(text);
  const isListed = (first: Mention | undefined, second: Mention | undefined) => first !== undefined && second !== undefined && /^(?:,|,? and|,? &) $|^[、,，和与及跟]$/.test(text.slice(first.span.end, second.span.start));
  for (const [at, mention] of mentions.entries()) {
    const [before, next] = [mentions[at - 1], mentions[at + 1]];
    const goesOn = isListed(before, mention) && before?.claim === 'measure' && COUNTED_LIST.test(text.slice(0, mention.span.start));
    const leads = each && isListed(mention, next) && next?.claim === 'measure';
    const plain = mention.claim === null && sensesOf(mention, 'value').length + sensesOf(mention, 'metric').length === 0;
    const thing = plain && (goesOn || leads) ? thingOf(reading, mention) : null;
    if (thing) addMeasure(reading, countOf(reading, thing), [mention]);
  }
}

const COUNTED_LIST = /\b(?:number of|how many|count of) (?:\w+,? (?:and |& )?)*$|多少\p{Script=Han}*(?:[、,，]\p{Script=Han}+)*[、,，和与及跟]$/u;

/** What can be told apart and counted; the number of dates or of figures is something else. */
function isDistinguishable(attribute: Attribute): boolean {
  if (/(?:^|_)(?:num|number|no|cnt|count|qty)(?:_|$)/i.test(attribute.ref.column)) return false;
  return attribute.role === 'dimension' || attribute.role === 'name' || attribute.role === 'key' || (attribute.role === 'text' && attribute.category === 'text');
}

/** "how many tablets", "how many key accounts": a value or a term alone counts the things it is of, when it is of one kind only. */
export function ownerOfValue(reading: Reading, target: Mention): Thing | null {
  const ranked = sensesOf(target, 'value').filter(({ match }) => match === 'named').map(({ attribute }) => ({ attribute, far: distance(reading, attribute, target) }));
  const owners = [...new Set(nearest(ranked).map(({ attribute }) => attribute.ref.table))];
  const told = owners.length > 0 ? owners : [...new Set(sensesOf(target, 'term').flatMap(({ id }) => termTables(reading, id)))];
  return told.length === 1 ? (reading.lexicon.things.get(told[0] ?? '') ?? null) : null;
}

/** "number of", 多少 and their like count what follows; 数量, 总数 what stands before; 多少 at the end of a sentence too. */
function countTarget(reading: Reading, cue: Mention): Mention | null {
  const before = reading.mentions.slice(0, cue.index).reverse().find((one) => !isBetween(one));
  const after = nextOpen(reading, cue.index + 1, (one) => isCountable(reading, one)) ?? nextOpen(reading, cue.index + 1, isValue);
  const english = /[a-z]/.test(cue.span.text);
  if (english) return after && sensesOf(after, 'attribute').some(({ attribute }) => attribute.role === 'time') ? (nextOpen(reading, cue.index + 1, isValue) ?? after) : after;
  const suffix = /^(?:数|.*[数量目]|个数)$/.test(cue.span.text);
  const countable = before && before.claim === null && (isCountable(reading, before) || isValue(before));
  if (suffix && countable) return before;
  const next = reading.mentions[cue.index + 1];
  if (after && (after === next || (next && isContent(next) && !suffix))) return after;
  return countable ? before : suffix ? null : after;
}

/** "Orders over 20,000 yuan, how many?": asked last, what is counted is the first thing of the question. */
function countedBefore(reading: Reading, cue: Mention): Mention | null {
  const last = reading.mentions.slice(cue.index + 1).every((mention) => isBetween(mention));
  if (!last || !/^(?:how many|多少(?:个|家|名|位|条|笔|件|所|种|台|座|次)?|几个|有多少)$/.test(cue.span.text)) return null;
  const things = reading.mentions.slice(0, cue.index).filter((mention) => mention.claim === null && thingOf(reading, mention));
  return (/[a-z]/.test(cue.span.text) ? things[0] : things.at(-1)) ?? null;
}

/** 客户一共有多少个: words between what is counted and the asking. */
function isBetween(mention: Mention): boolean {
  return ['have', 'aggregate', 'which', 'all', 'list', 'overview'].some((kind) => cueOf(mention, kind as 'have') !== null) && !isContent(mention);
}

function isValue(mention: Mention): boolean {
  return sensesOf(mention, 'value').length > 0 || sensesOf(mention, 'term').length > 0;
}

function isCountable(reading: Reading, mention: Mention): boolean {
  // 多少注册用户: when they registered says which users, and is not what is counted.
  const leads = sensesOf(mention, 'attribute').length > 0 && sensesOf(mention, 'attribute').every(({ attribute }) => attribute.role === 'time') && thingOf(reading, reading.mentions[mention.index + 1]) !== null;
  if (leads) return false;
  return thingOf(reading, mention) !== null || sensesOf(mention, 'attribute').length > 0 || sensesOf(mention, 'metric').length > 0;
}

function distinctBeside(reading: Reading, cue: Mention, target: Mention): Mention | undefined {
  return reading.mentions.slice(cue.index, target.index).find((one) => cueOf(one, 'distinct') !== null || (/^不同的?$/.test(one.span.text) && !(reading.mentions[target.index + 1]?.glue.has('of') && thingOf(reading, reading.mentions[target.index + 1]) !== null)));
}

function readAggregate(reading: Reading, cue: Mention): void {
  const fn = cueOf(cue, 'aggregate')?.fn;
  if (!fn) return;
  const target = aggregateTarget(reading, cue, fn);
  if (!target) return;
  const attributes = closestAttributes(reading, target, (one) => one.numeric && one.role !== 'key');
  const metric = sensesOf(target, 'metric')[0];
  if (metric) return aggregateMetric(reading, cue, target, metric.id, fn);
  const attribute = attributes[0];
  if (attribute && attributes.length === 1) return addMeasure(reading, aggregateOf(reading, fn, attribute), [cue, target]);
}

/** The figure an aggregate is taken of: after the word, else right before it (价格的平均值). */
function aggregateTarget(reading: Reading, cue: Mention, fn: AggregateFunction): Mention | null {
  const next = reading.mentions.slice(cue.index + 1).find((one) => !cueOf(one, 'aggregate') && !cueOf(one, 'distinct') && !cueOf(one, 'all'));
  if (next && hasFigure(next)) return next;
  const before = reading.mentions[cue.index - 1];
  if (before && hasFigure(before) && before.claim === null) return before;
  if (fn === 'sum' && next && (thingOf(reading, next) || cueOf(next, 'count'))) {
    const money = moneyOf(reading, next, cue);
    if (money) {
      addMeasure(reading, aggregateOf(reading, 'sum', money), [cue, next]);
      return null;
    }
    // "total orders", 总订单数: a total of things is their number.
    claim('introduces', cue);
  }
  return null;
}

/** "Total amount of orders", "total payments": the one sum of money that such a row holds, not the number of rows. */
function moneyOf(reading: Reading, mention: Mention, cue: Mention): Attribute | null {
  const thing = thingOf(reading, mention);
  if (!thing || (!/amount|金额/.test(cue.span.text) && !/payment|expense|donation|付款|支付|缴费/i.test(mention.span.text))) return null;
  const money = thing.attributes.filter((one) => one.numeric && one.role === 'measure' && (one.format === 'currency' || /amount|金额/i.test(one.ref.column)));
  return money.length === 1 ? (money[0] ?? null) : null;
}

function hasFigure(mention: Mention): boolean {
  return sensesOf(mention, 'metric').length > 0 || sensesOf(mention, 'attribute').some((sense) => sense.attribute.numeric && sense.attribute.role !== 'key');
}

/** 平均订单金额 over a metric sum(orders.amount) is avg(orders.amount); the average of an average is itself. */
function aggregateMetric(reading: Reading, cue: Mention, target: Mention, id: string, fn: AggregateFunction): void {
  const metric = reading.model.metrics[id];
  if (!metric) return;
  const simple = simpleAggregate(metric.expression);
  if (Object.keys(metric.children).length > 0 || simple?.fn === fn || (simple?.fn === 'count' && fn === 'sum') || (fn === 'sum' && simple === null)) {
    claim('introduces', cue);
    return;
  }
  const table = simple && reading.lexicon.things.get(simple.table);
  const attribute = table?.attributes.find((one) => one.ref.column === simple?.column);
  // The least of what is called an average is one of several averages; of what, nobody said.
  if (simple?.fn === 'avg' && namesOf(metric).some(({ name }) => findAggregates(name.toLowerCase()).some(({ kind }) => kind === 'avg'))) return;
  if (attribute && (simple?.fn === 'sum' || simple?.fn === 'avg')) addMeasure(reading, aggregateOf(reading, fn, attribute), [cue, target]);
}

/** "What is the highest price", 最大和最小的产品价格: with nothing to rank, an extreme is a figure of its own. */
function readExtremes(reading: Reading): void {
  const extremes = reading.mentions.filter((mention) => mention.claim === null && plainExtreme(mention));
  const ranked = reading.mentions.some((mention) => mention.claim === null && (mention.literal?.kind === 'number' || cueOf(mention, 'group') || thingOf(reading, mention) || cueOf(mention, 'growth') || isRanked(reading, mention)));
  const shown = reading.mentions.some((mention) => mention.claim === null && sensesOf(mention, 'attribute').length > 0 && !hasFigure(mention));
  if (extremes.length === 0 || ranked || shown || /哪|which/.test(reading.text)) return;
  if (reading.draft.measures.length > 0 && !extremes.every((cue) => isListedAggregate(reading, cue))) return;
  const single = reading.mentions.find((mention) => cueOf(mention, 'single'));
  for (const cue of extremes) {
    const target = [...reading.mentions.slice(cue.index + 1), ...reading.mentions.slice(0, cue.index).reverse()].find((mention) => hasFigure(mention));
    const attribute = target && extremeOf(reading, target, single !== undefined);
    if (!target || !attribute) continue;
    addMeasure(reading, aggregateOf(reading, cueOf(cue, 'superlative')?.direction === 'asc' ? 'min' : 'max', attribute), [cue, target, single]);
  }
}

/** "Highest, lowest and average rating": of several ways to take one figure, an extreme is one as well. */
function isListedAggregate({ mentions, text }: Reading, cue: Mention): boolean {
  const listed = (first: Mention | undefined, second: Mention | undefined) => first !== undefined && second !== undefined && /^(?:值)?(?:,? and |, ?|[、，和及与])$/.test(text.slice(first.span.end, second.span.start));
  const isAggregate = (one: Mention | undefined) => one?.claim === 'measure' && cueOf(one, 'aggregate') !== null;
  const goesOn = (at: number, step: 1 | -1): boolean => {
    const [here, next] = [mentions[at], mentions[at + step]];
    if (!(step === 1 ? listed(here, next) : listed(next, here))) return false;
    return isAggregate(next) || (next !== undefined && plainExtreme(next) && goesOn(at + step, step));
  };
  return goesOn(cue.index, 1) || goesOn(cue.index, -1);
}

/** 金额最低的城市: a column of kinds right after the superlative is what is ranked. */
function isRanked(reading: Reading, mention: Mention): boolean {
  const before = reading.mentions[mention.index - 1];
  return before !== undefined && plainExtreme(before) && sensesOf(mention, 'attribute').some(({ attribute }) => attribute.role === 'dimension' || attribute.role === 'name');
}

function plainExtreme(mention: Mention): boolean {
  const cue = cueOf(mention, 'superlative');
  return cue !== null && !cue.of && !cue.top;
}

function extremeOf(reading: Reading, target: Mention, single: boolean): Attribute | null {
  const [attribute, ...others] = closestAttributes(reading, target, (one) => one.numeric && one.role !== 'key');
  const metric = sensesOf(target, 'metric').length > 0;
  if (attribute && others.length === 0 && !metric) return attribute;
  const aggregate = single ? simpleAggregate(reading.model.metrics[sensesOf(target, 'metric')[0]?.id ?? '']?.expression) : null;
  // The single largest order amount is one row's; a single largest average order amount is nothing's.
  const simple = aggregate?.fn === 'sum' ? aggregate : null;
  return reading.lexicon.things.get(simple?.table ?? '')?.attributes.find((one) => one.ref.column === simple?.column) ?? null;
}

function addMetric(reading: Reading, mention: Mention): void {
  const id = sensesOf(mention, 'metric')[0]?.id ?? '';
  const metric = reading.model.metrics[id];
  if (!metric) return;
  const what: Measure['what'] = { kind: 'metric', id, form: 'value' };
  addMeasure(reading, { label: label(metric.label, reading.locale, id), what }, [mention]);
}

export function addMeasure(reading: Reading, measure: Measure, from: (Mention | undefined)[]): void {
  claim('measure', ...from);
  const same = reading.draft.measures.some((one) => JSON.stringify(one.what) === JSON.stringify(measure.what));
  const span = spanOver(reading, ...from);
  if (!same) reading.draft.measures.push({ ...measure, span });
  else if (span) reading.draft.repeated.push(span);
}

export function countOf(reading: Reading, thing: Thing): Measure {
  const metric = countingMetric(reading, thing);
  if (metric) return { label: label(metric.label, reading.locale, metric.id), what: { kind: 'metric', id: metric.id, form: 'value' } };
  const name = label(thing.label, reading.locale, thing.name.replaceAll('_', ' '));
  const text = say(reading.locale, `${name}数`, `number of ${plural(name)}`);
  return { label: text, what: { kind: 'aggregate', fn: 'count', table: thing.name } };
}

/** The model's own way to count a thing: devices may be counted by a sum of their quantities. */
export function countingMetric(reading: Reading, thing: Thing): ModelMetric | null {
  const names = new Set(namesOf(thing).flatMap(({ name }) => [`number of ${name}`, `${name} count`, `${name}数`, `${name}数量`, `${name}总数`].map((one) => one.toLowerCase())));
  return Object.values(reading.model.metrics).find((metric) => metric.expression && thing.tables.includes(metric.table ?? '') && thing.kind === 'table' && namesOf(metric).some(({ name }) => names.has(name.toLowerCase()))) ?? null;
}

function distinctCount(reading: Reading, attribute: Attribute): Measure {
  const name = attributeLabel(attribute, reading.locale);
  const text = say(reading.locale, `不同${name}数`, `number of different ${plural(name)}`);
  return { label: text, what: { kind: 'aggregate', fn: 'count_distinct', table: attribute.ref.table, column: attribute.ref } };
}

const FUNCTION_WORDS: Record<AggregateFunction, { zh: string; en: string }> = {
  avg: { zh: '平均', en: 'average' }, sum: { zh: '总', en: 'total' }, min: { zh: '最小', en: 'minimum' }, max: { zh: '最大', en: 'maximum' },
  median: { zh: '中位', en: 'median' }, count: { zh: '', en: 'number of' }, count_distinct: { zh: '不同', en: 'number of different' },
};

export function aggregateOf(reading: Reading, fn: AggregateFunction, attribute: Attribute): Measure {
  const words = FUNCTION_WORDS[fn];
  const name = attributeLabel(attribute, reading.locale);
  const text = say(reading.locale, `${words.zh}${name}`, `${words.en} ${name}`.trim());
  return { label: text, what: { kind: 'aggregate', fn, table: attribute.ref.table, column: attribute.ref } };
}

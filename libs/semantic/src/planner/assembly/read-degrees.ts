import { findTimeExpressions, plural } from '@querent/language';
import type { Filter } from '@querent/contracts';
import { attributeLabel, label, say } from '../../wording/words';
import type { Degree } from '../lexicon/degree-words';
import type { Attribute, Thing } from '../../model/things';
import { type Mention, cueOf } from '../reading/mention';
import { type Reading, chosenFor, claim, original } from '../reading/reading';
import { adjectiveAttributes, isFlipped } from './adjective-field';
import { attributeKey } from './ask-about';
import { thingOf } from './head-thing';
import { timeColumnFor } from './read-time';
import { daysLabel, shiftYears } from './period-arithmetic';
import { refuse } from './refuse';
import { type Stop, ask } from './step';

/** Expensive products, 最近的订单, "small schools": no number says from where on, so the asker does. */
export function readDegrees(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const degree = mention.degree ?? cueOf(mention, 'degree')?.degree ?? recently(reading, mention);
    const thing = degree && mention.claim === null ? (thingBehind(reading, mention) ?? reading.draft.subject?.thing) : null;
    if (!degree || !thing) continue;
    const stop = degree.of.includes('time') ? readRecent(reading, mention, degree, thing) : readDegree(reading, mention, degree, thing);
    if (stop) return stop;
  }
  return null;
}

/** 最近 of a time, with no number and no one thing asked for: 最近的订单 are not the one latest order. */
function recently(reading: Reading, mention: Mention): Degree | null {
  if (!/^最近的?$/.test(mention.span.text) || reading.draft.near || /[离距]/.test(reading.text.slice(0, mention.span.start))) return null;
  const numbered = [mention.index - 1, mention.index + 1].some((at) => reading.mentions[at]?.literal?.kind === 'number');
  const one = /哪[一个家位笔条]|一次|一笔|一单|一个|那[次笔个]/.test(reading.text);
  return numbered || one || !cueOf(mention, 'superlative') ? null : { of: ['time'], direction: 'desc' };
}

/** The thing that the degree is said of: right behind it, or behind the verb between them (newly registered customers). */
function thingBehind(reading: Reading, mention: Mention): Thing | null {
  const next = reading.mentions[mention.index + 1];
  const verb = next?.senses.some((sense) => sense.kind === 'attribute' && sense.attribute.role === 'time') === true;
  return thingOf(reading, next) ?? (verb ? thingOf(reading, reading.mentions[mention.index + 2]) : null);
}

function degreeKey(mention: Mention): string {
  return `degree:${mention.span.text}`;
}

/** Above average, or the first ten: what a degree can mean without a number. */
function readDegree(reading: Reading, mention: Mention, degree: Degree, thing: Thing): Stop | null {
  const attributes = degree.of.map((field) => ({ field, found: adjectiveAttributes(reading, field, thing) })).find(({ found }) => found.length > 0);
  if (!attributes) return refuse(reading, 'unknown', original(reading, mention));
  const chosen = chosenFor(reading, degreeKey(mention))[0];
  if (chosen === undefined) return askDegree(reading, mention, degree, thing, attributes.found);
  if (chosen === LEFT_OUT) return leaveOut(reading, mention);
  const attribute = attributes.found.find((one) => chosen.endsWith(`:${attributeKey(one)}`));
  if (!attribute) return refuse(reading, 'unknown', original(reading, mention));
  const flipped = attributes.field === 'age' && isFlipped('age', attribute);
  const direction = flipped ? (degree.direction === 'asc' ? 'desc' : 'asc') : degree.direction;
  claim('degree', mention);
  if (chosen.startsWith('average:')) {
    reading.draft.filters.push({ attribute, filter: { kind: 'compare_aggregate', column: attribute.ref, op: direction === 'desc' ? '>' : '<', fn: 'avg', span: mention.span } });
  } else {
    reading.draft.order.push({ by: { kind: 'column', column: attribute.ref }, direction, span: mention.span });
    reading.draft.limit ??= FIRST;
  }
  return null;
}

const FIRST = 10;
const LEFT_OUT = 'ignore';

function leaveOut(reading: Reading, mention: Mention): null {
  claim('ignored', mention);
  const word = original(reading, mention);
  reading.disclosures.push(say(reading.locale, `未考虑“${word}”`, `“${word}” was left out`));
  return null;
}

function askDegree(reading: Reading, mention: Mention, { direction }: Degree, thing: Thing, attributes: Attribute[]): Stop {
  const { locale, draft } = reading;
  const things = label(thing.label, locale, thing.name.replaceAll('_', ' '));
  // Only rows can be ranked; of a figure, the rows above the average are what is left.
  const ranked = draft.measures.length === 0 && draft.subject?.thing === thing;
  const options = attributes.slice(0, 2).flatMap((attribute) => {
    const name = attributeLabel(attribute, locale);
    const high = direction === 'desc';
    return [
      { label: say(locale, `${name}${high ? '高于' : '低于'}平均值`, `${name} ${high ? 'above' : 'below'} average`), value: `average:${attributeKey(attribute)}`, aliases: ['平均', '平均值', 'average'] },
      ...(ranked ? [{ label: say(locale, `${name}最${high ? '高' : '低'}的${FIRST}个`, `the ${FIRST} with the ${high ? 'highest' : 'lowest'} ${name}`), value: `first:${attributeKey(attribute)}`, aliases: [`前${FIRST}`, `top ${FIRST}`] }] : []),
    ];
  });
  const word = original(reading, mention);
  if (options.length === 1) options.push({ label: say(locale, `不考虑“${word}”`, `Leave out “${word}”`), value: LEFT_OUT, aliases: ['忽略', '不考虑', 'ignore', 'leave it out'] });
  return ask({ trigger: 'ambiguous_term', key: degreeKey(mention), options, span: mention.span, question: say(locale, `“${word}”的${things}怎么算？也可以直接说明范围。`, `Which ${plural(things)} count as “${word}”? You can also state a range.`) });
}

/** Recent: since when? With a period in the question, new things are those of that period. */
function readRecent(reading: Reading, mention: Mention, { direction }: Degree, thing: Thing): Stop | null {
  const [attribute, ...others] = timesBeside(reading, mention) ?? [timeColumnFor(reading, null, thing.name) ?? []].flat();
  if (!attribute || others.length > 0) return refuse(reading, 'unknown', original(reading, mention));
  const dated = reading.mentions.some(({ literal }) => literal?.kind === 'time');
  if (dated && direction === 'desc' && reading.draft.subject?.thing === thing) {
    claim('degree', mention);
    const name = attributeLabel(attribute, reading.locale);
    reading.disclosures.push(say(reading.locale, `“${original(reading, mention)}”按${name}理解`, `“${original(reading, mention)}” was read by ${name}`));
    return null;
  }
  const chosen = chosenFor(reading, degreeKey(mention))[0];
  const period = PERIODS[direction].find(({ value }) => value === chosen);
  if (!period) return askRecent(reading, mention, direction);
  const filter = periodFilter(reading, mention, attribute, period);
  claim('degree', mention);
  if (filter.kind === 'time') reading.draft.ranges.push({ column: attribute.ref, range: filter.range });
  reading.draft.filters.push({ attribute, filter });
  return null;
}

/** 最近注册的客户, "recently registered customers": the verb behind the degree names the time. */
function timesBeside(reading: Reading, mention: Mention): Attribute[] | null {
  const beside = [reading.mentions[mention.index + 1], reading.mentions[mention.index - 1]];
  for (const other of beside) {
    const times = other?.senses.flatMap((sense) => (sense.kind === 'attribute' && sense.attribute.role === 'time' ? [sense.attribute] : [])) ?? [];
    if (times.length > 0 && other?.claim === null) {
      claim('label', other);
      return [...new Set(times)];
    }
  }
  return null;
}

interface Period {
  value: string;
  zh: string;
  en: string;
  /** Full years back from today, where the period is what lies before that day. */
  before?: number;
}

const PERIODS: Record<Degree['direction'], Period[]> = {
  desc: [{ value: 'days:30', zh: '最近30天', en: 'the last 30 days' }, { value: 'days:7', zh: '最近7天', en: 'the last 7 days' }, { value: 'months:3', zh: '近三个月', en: 'the past three months' }],
  asc: [{ value: 'years:1', zh: '一年以前', en: 'more than a year ago', before: 1 }, { value: 'years:3', zh: '三年以前', en: 'more than three years ago', before: 3 }],
};

function periodFilter(reading: Reading, mention: Mention, { ref }: Attribute, { zh, before }: Period): Filter {
  const [time] = findTimeExpressions(zh, { today: reading.today });
  const until = before === undefined ? null : shiftYears(reading.today, -before);
  const range = until === null && time ? { ...time.range, label: time.label[reading.locale] } : { from: null, to: until, label: say(reading.locale, `${until}以前`, `before ${until}`) };
  reading.disclosures.push(say(reading.locale, `“${original(reading, mention)}”为${range.label}`, `“${original(reading, mention)}” is ${range.label}`));
  return { kind: 'time', column: ref, range, negated: false, span: mention.span };
}

function askRecent(reading: Reading, mention: Mention, direction: Degree['direction']): Stop {
  const { locale } = reading;
  const word = original(reading, mention);
  return ask({
    trigger: 'ambiguous_term', key: degreeKey(mention), span: mention.span,
    question: say(locale, `“${word}”指哪段时间？`, `Which period do you mean by “${word}”?`),
    options: PERIODS[direction].map((period) => ({ label: say(locale, period.zh, period.en), ...described(reading, period), value: period.value, aliases: [period.zh, period.en.replace(/^the /, '')] })),
  });
}

function described(reading: Reading, { zh, before }: Period): { description?: string } {
  const [time] = before === undefined ? findTimeExpressions(zh, { today: reading.today }) : [];
  const { from, to } = time?.range ?? {};
  return from && to ? { description: daysLabel(from, to, reading.locale) } : {};
}

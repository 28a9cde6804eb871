import { plural } from '@querent/language';
import { attributeLabel, label, say } from '../../wording/words';
import type { Attribute, Thing } from '../../model/things';
import type { ModelMetric } from '../../model/semantic-model';
import { cueOf } from '../reading/mention';
import { type Reading, chosenFor, claim } from '../reading/reading';
import { isHarmless } from './check-coverage';
import { addMeasure, countOf } from './read-measures';
import { timeColumnFor } from './read-time';
import { addDimension } from './read-dimensions';
import { type Stop, ask } from './step';

/** A subject and nothing asked of it: 统计订单, "orders". A choice made before says what. */
export function checkVague(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  const thing = draft.subject?.thing;
  // 订单情况怎么样 says so twice.
  const overviews = mentions.filter((mention) => (mention.claim === null || mention.claim === 'overview') && cueOf(mention, 'overview'));
  const [overview] = overviews;
  if (draft.measures.length > 0) {
    claim('overview', ...overviews);
    return null;
  }
  if (mentions.some((mention) => mention.claim === null && !overviews.includes(mention) && !isHarmless(reading, mention))) return null;
  if (!thing) return null;
  const asked = mentions.some((mention) => cueOf(mention, 'list') || cueOf(mention, 'which') || cueOf(mention, 'all'));
  const shaped = draft.select.length + draft.order.length + draft.exists.length + draft.filters.length > 0 || draft.near !== null || draft.limit !== null;
  if (!overview && (asked || shaped)) return null;
  claim('overview', ...overviews);
  const key = `ask:${thing.name}`;
  const chosen = chosenFor(reading, key);
  if (chosen.length === 0) return askWhat(reading, thing, key);
  for (const choice of chosen) applyChoice(reading, thing, choice, chosen.length === 1);
  return null;
}

/** A figure joins the measures, "by month" and its like the groups; a list has no room for figures and is left to another question. */
function applyChoice(reading: Reading, thing: Thing, choice: string, alone: boolean): void {
  const [what, id = ''] = choice.split(':');
  const metric = reading.model.metrics[id];
  if (what === 'metric' && metric) return addChosenMetric(reading, metric);
  if (what === 'list' && !alone) reading.disclosures.push(say(reading.locale, '列表请另外提问', 'please ask for the list on its own'));
  if (what === 'list') return;
  addMeasure(reading, countOf(reading, thing), []);
  const split = splitOf(reading, thing);
  if (split && split.value === choice) addDimension(reading, split.attribute, [], undefined, split.value === 'month' ? 'month' : undefined);
}

interface Split {
  value: string;
  attribute: Attribute;
}

/** What the number of a thing is told apart by: the months of events, the years where only those are kept, else its first kind. */
function splitOf(reading: Reading, thing: Thing): Split | null {
  const clock = timeColumnFor(reading, null, thing.name);
  const time = clock && !Array.isArray(clock) ? clock : null;
  if (time?.isYear) return { value: 'year', attribute: time };
  // What has a name lasts: the date of a school is that of its founding.
  if (time && !thing.attributes.some(({ role }) => role === 'name')) return { value: 'month', attribute: time };
  const kind = thing.attributes.find(({ role, stored, values }) => role === 'dimension' && stored.length + Object.keys(values).length > 0) ?? thing.attributes.find(({ role }) => role === 'dimension');
  return kind ? { value: `by:${kind.ref.column}`, attribute: kind } : null;
}

function splitOption({ locale }: Reading, name: string, { value, attribute }: Split): { label: string; value: string; aliases: string[] } {
  if (value === 'month') return { label: say(locale, `按月的${name}数量`, `Number of ${plural(name)} by month`), value, aliases: ['按月', '每月', 'by month', 'monthly'] };
  const by = value === 'year' ? say(locale, '年', 'year') : attributeLabel(attribute, locale);
  const aliases = value === 'year' ? ['按年', '每年', 'by year', 'yearly'] : [by, `按${by}`, `by ${by}`];
  return { label: say(locale, value === 'year' ? `按年的${name}数量` : `各${by}的${name}数量`, `Number of ${plural(name)} by ${by}`), value, aliases };
}

function addChosenMetric(reading: Reading, metric: ModelMetric): void {
  const { draft, lexicon, locale } = reading;
  const first = draft.measures.length === 0;
  addMeasure(reading, { label: label(metric.label, locale, metric.id), what: { kind: 'metric', id: metric.id, form: 'value' } }, []);
  const home = metric.table ? lexicon.things.get(metric.table) : undefined;
  if (home && first) draft.subject = { thing: home };
}

function askWhat(reading: Reading, thing: Thing, key: string): Stop {
  const { locale } = reading;
  const name = label(thing.label, locale, thing.name.replaceAll('_', ' '));
  const money = figureOf(reading, thing);
  const split = splitOf(reading, thing);
  const count = { label: say(locale, `${name}数量`, `Number of ${plural(name)}`), value: 'count', aliases: ['数量', '总数', '多少', 'number', 'count', 'how many'] };
  // 设备数量 that the model adds up is what people mean by the number of devices.
  const counted = money !== undefined && label(money.label, locale, money.id).toLowerCase() === count.label.toLowerCase();
  const options = [
    ...(counted ? [] : [count]),
    ...(money ? [{ label: label(money.label, locale, money.id), ...explained(reading, money), value: `metric:${money.id}`, aliases: [...money.synonyms.zh, ...money.synonyms.en, '金额', 'amount'] }] : []),
    ...(split ? [splitOption(reading, name, split)] : []),
    { label: say(locale, `${name}列表`, `A list of ${plural(name)}`), value: 'list', aliases: ['列表', '清单', '明细', 'list'] },
  ];
  return ask({ trigger: 'too_vague', key, combinable: true, question: say(locale, `想了解${name}的什么？`, `What would you like to know about ${plural(name)}?`), options });
}

function explained(reading: Reading, metric: ModelMetric): { description?: string } {
  const text = label(metric.description ?? {}, reading.locale);
  return text === '' ? {} : { description: text };
}

/** The figure that a thing is mostly asked for: its default metric, else one of its own that is no count. */
function figureOf({ model }: Reading, thing: Thing): ModelMetric | undefined {
  const own = Object.values(model.metrics).filter((metric) => metric.table === thing.name);
  const preferred = model.metrics[thing.defaultMetric ?? ''];
  return [...(preferred ? [preferred] : []), ...own].find((metric) => metric.expression && !/^\s*count/i.test(metric.expression));
}

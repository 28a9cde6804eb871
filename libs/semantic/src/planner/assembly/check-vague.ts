import { label, plural, say } from '../answer/words';
import { cueOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { isHarmless } from './check-coverage';
import { countOf } from './read-measures';
import { timeColumnFor } from './read-time';
import { addDimension } from './read-dimensions';
import { type Stop, ask } from './step';

/** A subject and nothing asked of it: 统计订单, "orders". A choice made before says what. */
export function checkVague(reading: Reading): Stop | null {
  const { draft, mentions } = reading;
  const thing = draft.subject?.thing;
  const overview = mentions.find((mention) => (mention.claim === null || mention.claim === 'overview') && cueOf(mention, 'overview'));
  if (!thing || draft.measures.length > 0) {
    if (draft.measures.length > 0) claim('overview', overview);
    return null;
  }
  if (mentions.some((mention) => mention.claim === null && mention !== overview && !isHarmless(reading, mention))) return null;
  const asked = mentions.some((mention) => cueOf(mention, 'list') || cueOf(mention, 'which') || cueOf(mention, 'all'));
  const shaped = draft.select.length + draft.order.length + draft.exists.length + draft.filters.length > 0 || draft.near !== null || draft.limit !== null;
  if (!overview && (asked || shaped)) return null;
  claim('overview', overview);
  const key = `ask:${thing.name}`;
  const choice = reading.choices.get(key);
  if (choice !== undefined && applyChoice(reading, choice)) return null;
  return askWhat(reading, key);
}

function applyChoice(reading: Reading, choice: string): boolean {
  const thing = reading.draft.subject?.thing;
  if (!thing) return false;
  const [what, id = ''] = choice.split(':');
  const metric = reading.model.metrics[id];
  if (what === 'metric' && metric) {
    reading.draft.measures.push({ label: label(metric.label, reading.locale, id), what: { kind: 'metric', id, form: 'value' } });
    const home = metric.table ? reading.lexicon.things.get(metric.table) : undefined;
    if (home) reading.draft.subject = { thing: home };
    return true;
  }
  if (what === 'list') return true;
  reading.draft.measures.push(countOf(reading, thing));
  if (what !== 'month') return true;
  const column = timeColumnFor(reading, null, thing.name);
  if (column && !Array.isArray(column)) addDimension(reading, column, [], undefined, 'month');
  return true;
}

function askWhat(reading: Reading, key: string): Stop {
  const thing = reading.draft.subject?.thing;
  const { locale, model } = reading;
  const name = thing ? label(thing.label, locale, thing.name.replaceAll('_', ' ')) : '';
  const preferred = model.metrics[thing?.defaultMetric ?? ''];
  const money = [preferred, ...Object.values(model.metrics).filter((metric) => metric.table === thing?.name)].find((metric) => metric && metric.expression && !/^\s*count/i.test(metric.expression));
  const hasTime = thing ? timeColumnFor(reading, null, thing.name) : null;
  const options = [
    { label: say(locale, `${name}数量`, `Number of ${plural(name)}`), value: 'count', aliases: ['数量', '总数', '多少', 'number', 'count', 'how many'] },
    ...(money ? [{ label: label(money.label, locale, money.id), value: `metric:${money.id}`, aliases: [...money.synonyms.zh, ...money.synonyms.en, '金额', 'amount'] }] : []),
    ...(hasTime && !Array.isArray(hasTime) ? [{ label: say(locale, `按月的${name}数量`, `Number of ${plural(name)} by month`), value: 'month', aliases: ['按月', '每月', 'by month', 'monthly'] }] : []),
    { label: say(locale, `${name}列表`, `A list of ${plural(name)}`), value: 'list', aliases: ['列表', '清单', '明细', 'list'] },
  ];
  return ask({ trigger: 'too_vague', key, question: say(locale, `想了解${name}的什么？`, `What would you like to know about ${plural(name)}?`), options });
}

import type { SubmitBody } from '@querent/contracts';
import { labelOf, type Locale, type ModelColumn, type ModelTable, type SemanticModel } from '@querent/model';
import type { Random } from '../../demo/data/random.mjs';

/** Labels that a question template may use. */
interface Labels {
  thing: string;
  group: string;
  amount: string;
  day: string;
  value: string;
}

const templates: Record<Locale, ((labels: Labels) => string)[]> = {
  zh: [
    ({ thing }) => `一共有多少${thing}`,
    ({ thing, group }) => `各${group}的${thing}数量`,
    ({ thing, amount }) => `${thing}的${amount}总和`,
    ({ group, thing, amount }) => `各${group}${thing}的平均${amount}`,
    ({ thing, amount }) => `${amount}最高的5个${thing}`,
    ({ thing, value }) => `${value}的${thing}有多少`,
    ({ thing }) => `列出所有${thing}`,
    ({ thing }) => `统计${thing}`,
    ({ thing, group }) => `用图表展示各${group}的${thing}分布`,
    ({ thing }) => `最近30天有多少${thing}`,
    ({ thing, amount }) => `今年每个月${thing}的${amount}趋势`,
    ({ thing, amount }) => `对比今年和去年${thing}的${amount}`,
    ({ thing }) => `${thing}的凯恩斯乘数`,
    ({ amount }) => `${amount}是多少`,
    ({ group }) => `按${group}拆开看占比`,
    ({ thing, group, value }) => `${group}为${value}的${thing}明细`,
    () => '你好',
    ({ thing, amount }) => `${amount}大于100的${thing}`,
    ({ thing, day }) => `${day}最早的${thing}是哪个`,
    ({ thing }) => `帮我删除所有${thing}`,
    ({ value }) => `${value}怎么样`,
  ],
  en: [
    ({ thing }) => `how many ${thing} are there`,
    ({ thing, group }) => `number of ${thing} by ${group}`,
    ({ thing, amount }) => `total ${amount} of ${thing}`,
    ({ group, thing, amount }) => `average ${amount} of ${thing} per ${group}`,
    ({ thing, amount }) => `top 5 ${thing} by ${amount}`,
    ({ thing, value }) => `how many ${value} ${thing}`,
    ({ thing }) => `list all ${thing}`,
    ({ thing }) => `statistics of ${thing}`,
    ({ thing, group }) => `chart the distribution of ${thing} by ${group}`,
    ({ thing }) => `how many ${thing} in the last 30 days`,
    ({ thing, amount }) => `trend of ${amount} of ${thing} per month this year`,
    ({ thing, amount }) => `compare ${amount} of ${thing} this year with last year`,
    ({ thing }) => `keynesian multiplier of ${thing}`,
    ({ amount }) => `what is the ${amount}`,
    ({ group }) => `break it down by ${group}`,
    ({ thing, group, value }) => `${thing} whose ${group} is ${value}`,
    () => 'hello',
    ({ thing, amount }) => `${thing} with ${amount} over 100`,
    ({ thing, day }) => `the ${thing} with the earliest ${day}`,
    ({ thing }) => `delete all ${thing}`,
    ({ value }) => `what about ${value}`,
  ],
};

/** A random question in the labels of the model, which are the only names that users know. */
export function questionAbout(model: SemanticModel, random: Random): Pick<SubmitBody, 'question' | 'locale' | 'mode'> {
  const locale: Locale = random.chance(0.55) ? 'zh' : 'en';
  const tables = Object.values(model.tables);
  if (tables.length === 0) return { question: locale === 'zh' ? '有什么数据' : 'what is there', locale };
  const table = random.pick(tables);
  const question = random.pick(templates[locale])(wordsOf(table, locale, random));
  return { question, locale, mode: random.chance(0.5) ? 'full' : 'auto' };
}

function wordsOf(table: ModelTable, locale: Locale, random: Random): Labels {
  const columns = Object.values(table.columns);
  const one = (fits: (column: ModelColumn) => boolean): string => {
    const fitting = columns.filter(fits);
    return fitting.length === 0 ? '' : labelOf(random.pick(fitting), locale);
  };
  const stored = columns.flatMap(({ storedValues }) => storedValues);
  return {
    thing: labelOf(table, locale),
    group: one(({ role }) => role === 'dimension'),
    amount: one(({ role }) => role === 'measure'),
    day: one(({ role }) => role === 'time'),
    value: stored.length === 0 ? '' : random.pick(stored),
  };
}

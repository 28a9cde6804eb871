import type { AggregateFunction } from '@querent/contracts';
import { type Locale, MEASURE_WORDS } from '@querent/language';
import { AGGREGATE_NAMES, AGGREGATES } from '@querent/model';
import type { Operator } from '../../unit';

/** Units of measurement after 多少. */
const MEASURED = ['公斤', '千克', '吨', '斤', '亩', '公顷', '平方米', '升', '度', '公里', '米', '岁'];

/** Units of money after 多少. */
const MONEY = ['元', '钱', '块钱', '万元'];

/** Units of time after 多少. */
const LENGTHS = ['小时', '分钟', '天'];

interface Worded {
  operator: Operator;
  zh: string;
  en: string;
}

/** The words of an aggregate in the contracts' table. Counts have more properties and are listed below. */
function asOperator(fn: AggregateFunction): Worded[] {
  const { words } = AGGREGATES[fn];
  if (words === null || fn === 'count' || fn === 'count_distinct') return [];
  const { named, read } = words;
  const both = (locale: Locale): string => [named[locale], read?.[locale]].filter(Boolean).join('|');
  return [{ operator: { op: 'aggregate', fn }, zh: both('zh'), en: both('en') }];
}

/** Words of aggregation. Single characters such as 数 count the noun right before them: 订单数. */
const AGGREGATE_WORDS: readonly Worded[] = [
  {
    operator: { op: 'count', asks: true, open: true },
    zh: '有多少|共有多少|一共有多少|总共有多少|还剩多少|还剩下多少|还有多少|仍有多少|尚有多少',
    en: '',
  },
  {
    operator: { op: 'count', asks: true },
    zh: '有几|共有几|一共有几',
    en: 'how many|how many of|what number of|number only|just the number|only the number|just the count|count only|the number only|what is the number of|what was the number of',
  },
  { operator: { op: 'count', asks: true, bare: true, open: true }, zh: '多少|几', en: '' },
  { operator: { op: 'count', asks: true, is: true }, zh: '是多少|为多少', en: '' },
  {
    operator: { op: 'count', asks: true, rows: true },
    zh: '',
    en: 'how often|how many times',
  },
  {
    operator: { op: 'count', rows: true },
    zh: '次数|笔数|件数|条数|家数|单数|场次|总次数|人次',
    en: 'headcount of',
  },
  {
    operator: { op: 'count' },
    zh: '数|数量|个数|总数|总数量|数目|计数',
    en: 'number of|the number of|total number of|the total number of|count of|the count of|count the number of|count the|count|counts|total count|total count of|volume of|volume|number',
  },
  { operator: { op: 'count', rows: true, heads: true }, zh: '人数|总人数', en: '' },
  { operator: { op: 'count', bulk: true }, zh: '量|总量', en: '' },
  {
    operator: { op: 'count', asks: true, amount: true, money: true },
    zh: '花了多少钱|是多少钱',
    en: 'how much money|what did we spend|what did we spend on|what have we spent|what have we spent on|what do we spend|what do we spend on|what was spent on|what did we make on|what did we make from|what did we earn on|what did we earn from|what did we take on|what do we make on|what do we make from',
  },
  {
    operator: { op: 'count', asks: true, amount: true },
    zh: '有多大|多大|有多高|多高|多长|有多长|多重|有多重',
    en: 'how much|how much is|how much was|how much are|how much were',
  },
  { operator: { op: 'count', asks: true, amount: true, long: true }, zh: '多久|有多久|多少时间', en: '' },
  {
    operator: { op: 'count', asks: true, people: true },
    zh: '多少个人|几个人|有多少个人',
    en: 'how many people|how many persons|how many of them',
  },
  ...AGGREGATE_NAMES.flatMap(asOperator),
  {
    operator: { op: 'distinct' },
    zh: '去重|去重后|不同的|不同|不重复|不重复的',
    en: 'distinct|unique|different|deduplicated',
  },
  { operator: { op: 'share', rate: true }, zh: '率', en: 'rate|rate of' },
  {
    operator: { op: 'share' },
    zh: '占比|份额|百分比|比例|比率|所占比例|所占的比例|占的比例|占总|百分之几|百分之多少|占多少|占|比重|有多大比例|多大比例|多少比例|几成|占几成|占多大比例|占多大比重|多大比重|占比多少|所占比重',
    en: 'share of|share|as a share of the total|as a share of total|as a share of the whole|as a percentage of the total|as a percentage of total|as a percentage of the whole|as a proportion of the total|as a proportion of total|as a proportion of the whole|as a percent of the total|as a percent of total|as a percent of the whole|share of the total|share of total|share of the whole|percentage of the total|percentage of total|percentage of the whole|proportion of the total|proportion of total|proportion of the whole|percent of the total|percent of total|percent of the whole|as % of the total|as % of total|% of the total|% of total|shares of|percentage of|percentage|percent of|what percent of|proportion of|proportion|fraction of|what share of|what percentage of|what proportion of|the share of|the percentage of|the proportion of|what fraction of|% of|as % of|as a % of|as percent of|as a percent of|in % of|what % of|as a share of|as a percentage of|as a proportion of|as a fraction of|as share of|as percentage of|as a percentage|as percentages|as a share|as shares|what part of|what portion of|which part of|which share of|what share|what percentage|what proportion|make up|makes up|account for|accounts for',
  },
];

/** Interrogatives for a number; "left" asks for the existing number. */
const LEADS = ['多少', '几', '有多少', '有几'];
const LEFT = ['还剩', '还剩下', '还有', '还存在', '仍有', '尚有'].flatMap((left) =>
  ['多少', '几'].map((word) => left + word),
);

/** Measure words of events. */
const OF_ROWS: ReadonlySet<string> = new Set(['次', '笔', '单', '场', '趟', '宗', '桩', '回']);

/** Measure words of goods. */
const OF_PIECES: ReadonlySet<string> = new Set('件台本瓶盒箱袋只双套副块张桶杯支辆部');

export function aggregatePhrases(): [string, Operator][] {
  const asked = (units: readonly string[], operator: Operator): [string, Operator][] =>
    units.flatMap((unit) => [...LEADS, ...LEFT].map((word): [string, Operator] => [word + unit, operator]));
  return [
    ...asked(
      MEASURE_WORDS.filter((unit) => !OF_ROWS.has(unit) && !OF_PIECES.has(unit) && unit !== '人'),
      { op: 'count', asks: true, counter: true },
    ),
    ...asked([...OF_PIECES], { op: 'count', asks: true, pieces: true }),
    ...asked([...OF_ROWS], { op: 'count', asks: true, rows: true }),
    ...asked(['人'], { op: 'count', asks: true, people: true }),
    ...MEASURED.flatMap((unit) => asked([unit], { op: 'count', asks: true, amount: true, unit })),
    ...asked(MONEY, { op: 'count', asks: true, amount: true, money: true }),
    ...asked(LENGTHS, { op: 'count', asks: true, amount: true, long: true }),
    ...AGGREGATE_WORDS.flatMap(({ operator, zh, en }) =>
      [...zh.split('|'), ...en.split('|')].map((phrase): [string, Operator] => [phrase, operator]),
    ),
  ];
}

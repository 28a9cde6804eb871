import type { UnitWords } from './time-rule';

/**
 * The characters of 本月, 上年 and 下周 also meet across word boundaries: 日本|月销量, 线上|年收入, 以下|月份, 目前|年龄, 证明|年限. Such
 * neighbours exclude a time.
 */
const THIS = '(?<![日基成样版资书文脚根原课剧])本';
const LAST = '(?<![以线网身手之路晚早马])上';
/** Also 看一下|月销量, 查下|周一. */
const NEXT = '(?<!(?<!看)看|(?<!查)查|[一以线之地手旗名乡])下';
const WEEK = '(?:周(?![年边期围岁])|星期|礼拜)';
const MONTH = '月(?![薪饼亮嫂刊卡份龄]|报(?![案名修到废警价考关损税备告销]))';
const QUARTER = '季(?:度|(?![节]))';
const YEAR = '年(?![龄级限份纪代])';
const NOT_WEATHER = '(?![气数线])';

/** Words for whole units around today, by their offset. 当天 is omitted: it mostly means "that day", not today. */
export const UNIT_WORDS_ZH: readonly UnitWords[] = [
  {
    grain: 'day',
    offsets: {
      '0': `今天${NOT_WEATHER}|今日(?!头条)`,
      '-1': `昨天${NOT_WEATHER}|昨日`,
      '-2': `(?<![之以目当提此])前天${NOT_WEATHER}`,
      '-3': `大前天${NOT_WEATHER}`,
      '1': `(?<![证说表声])明天${NOT_WEATHER}|明日`,
      '2': `(?<![之以今然最前先])后天(?![气数线性])`,
    },
  },
  {
    grain: 'week',
    offsets: {
      '0': `(?:${THIS}|这一?个?)${WEEK}`,
      '-1': `${LAST}一?个?${WEEK}`,
      '-2': `${LAST}上个?${WEEK}`,
      '1': `${NEXT}一?个?${WEEK}`,
    },
  },
  {
    grain: 'month',
    offsets: {
      '0': `(?:${THIS}|这个?|(?<![每相])当)${MONTH}`,
      '-1': `${LAST}一?个?${MONTH}`,
      '-2': `${LAST}上个?${MONTH}`,
      '1': `${NEXT}一?个?${MONTH}`,
    },
  },
  {
    grain: 'quarter',
    offsets: {
      '0': `(?:${THIS}|这一?个?|当)${QUARTER}`,
      '-1': `${LAST}一?个?${QUARTER}`,
      '-2': `${LAST}上个?${QUARTER}`,
      '1': `${NEXT}一?个?${QUARTER}`,
    },
  },
  {
    grain: 'year',
    offsets: {
      '0': `今${YEAR}度?|${THIS}${YEAR}度?|这一${YEAR}|(?<![\\d一二两三四五六七八九十几数多半])年内`,
      '-1': `(?<![过除失减])去${YEAR}度?|${LAST}一?${YEAR}度?`,
      '-2': `(?<![目之以当提此先从])前${YEAR}`,
      '-3': `大前${YEAR}`,
      '1': `(?<![证说表声注标])明${YEAR}度?|${NEXT}一${YEAR}度?`,
      '2': `(?<![之以今此然最前先])后${YEAR}`,
    },
  },
];

/** Pattern sources of one unit's words, by offset. */
export function offsetWords(grain: UnitWords['grain']): Readonly<Record<string, string>> {
  return UNIT_WORDS_ZH.find((words) => words.grain === grain)?.offsets ?? {};
}

/** Words before a weekday: 上周三, 本周一. */
export const WEEK_OFFSETS_ZH: Readonly<Record<string, string>> = {
  '0': `${THIS}|这个?`,
  '-1': `${LAST}个?`,
  '-2': `${LAST}上个?`,
  '1': `${NEXT}个?`,
};

/** The offset whose words are `written`. */
export function offsetIn(offsets: Readonly<Record<string, string>>, written: string | undefined): number {
  const found = Object.entries(offsets).find(([, words]) => new RegExp(`^(?:${words})$`).test(written ?? ''));
  return Number(found?.[0] ?? 0);
}

/** Words for a period that ends today: 到现在, 截至目前为止, 至今. Before an hour and the like, 今 is not today: 至今晚. */
export const UNTIL_NOW_ZH =
  '(?:(?:一?直到|截至到?|截止到?|到)(?:现在|目前|今天|今日|如今)(?:为止)?|[至迄]今(?![年天日晚早])(?:为止)?)';

import type { Locale } from '@querent/contracts';
import { formatNumber } from '@querent/language';

/** Progress messages and questions of the generator, in business words: no physical names and no statements. */
const generatorMessages = {
  generated: { zh: '已生成查询', en: 'Prepared the query' },
  round: { zh: '第 {n} 轮：已解读问题', en: 'Round {n}: read the question' },
  roundWithValues: {
    zh: '第 {n} 轮：结合已有的取值解读问题',
    en: 'Round {n}: read the question with the values found',
  },
  exploring: { zh: '需要先查看已有的取值，启动多轮推理', en: 'Some stored values have to be checked first' },
  valuesFound: { zh: '已有的取值包括：{values}', en: 'The values found include: {values}' },
  draftTaken: { zh: '改用已有的初步方案继续', en: 'Continuing with the first draft instead' },
  repairing: { zh: '检查发现问题，正在修正', en: 'A check found a mistake; correcting it' },
  corrected: { zh: '已自动修正', en: 'Corrected a mistake automatically' },
  healed: { zh: '已修正查询（第 {n} 次尝试）', en: 'Corrected the query (attempt {n})' },
  clarify: { zh: '需要您确认一个问题', en: 'Please confirm one detail' },
  away: { zh: '推理服务暂时没有给出可用的结果', en: 'The reasoning service is temporarily unable to help' },
  dayIsSpent: {
    zh: '今天可用于推理的额度已经用完，改为不经推理继续',
    en: 'The day’s budget for reasoning is used up; continuing without it',
  },
  spentForToday: {
    zh: '这个问题需要进一步推理，而贵方今天可用于推理的额度已经用完。',
    en: 'This question needs further reasoning, and your day’s budget for reasoning is used up.',
  },
  askTomorrow: { zh: '明天再试（额度按 UTC 日期重新计算）', en: 'Try again tomorrow (days begin at midnight UTC)' },
  askSimpler: { zh: '换一种更简单的问法', en: 'Ask it in a simpler way' },
  askForMore: { zh: '请管理员提高额度', en: 'Ask your administrator for a larger budget' },
  readByModel: { zh: '这个问题由语言模型解读', en: 'a language model read this question' },
  repairedByModel: {
    zh: '查询的写法由语言模型修正过，所问内容未变',
    en: 'a language model corrected how this was computed; what was asked is unchanged',
  },
  whichValue: {
    zh: '“{value}”不是已有的{column}，您指的是哪一个？',
    en: '“{value}” is not among the values of {column}. Which one do you mean?',
  },
  whichOf: { zh: '您指的是哪一个{column}？', en: 'Which value of {column} do you mean?' },
  sayMore: {
    zh: '我还不能确定您想了解什么，请补充说明，例如要看哪项数据、什么时间、按什么分组。',
    en: 'I am not sure what you would like to know. Please add details, such as which figure, which period and how to group it.',
  },
} as const satisfies Record<string, Record<Locale, string>>;

/** A message with its placeholders filled in. */
export function messageOf(
  key: keyof typeof generatorMessages,
  locale: Locale,
  gaps: Record<string, string | number> = {},
): string {
  return generatorMessages[key][locale].replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = gaps[name];
    return value === undefined ? gap : typeof value === 'number' ? formatNumber(value, locale) : value;
  });
}

import { isFunctionWord, MEASURE_WORDS } from '@querent/language';
import { wordsIn } from './word-list';

/** Words of counting, grading and dating. As a whole derived form they would hide their general meaning. */
const CLOSED: ReadonlySet<string> = new Set([
  ...wordsIn(`
    number numbers count total sum average mean median min max minimum maximum most least more less over under than per
    percent percentage share ratio first last latest next previous new old recent top best worst high low large small
    big long short day days week month quarter year years hour minute today now not no non and or of the a an un in dis
    same other set km kg mm cm sqm hrs mins pct usd cny rmb eur gbp yuan ltd inc by up out off after before since until
    between`),
  ...wordsIn(`
    数 数量 总数 个数 总额 总量 合计 平均 平均值 最大 最小 最高 最低 最多 最少 年 月 日 周 天 季度 年份 月份 年度 季 时 分 秒 今年 去年
    本月 上月 最近 最后 首次 人数 次数 件数 数目 比例 占比 总 值 新 老 大 小 多 少 高 低 长 短 不 没 未 无 非 有 的 已 前 后 第一 实际 预计
    计划 主要 其他 全部 所有 当前 累计`),
  ...MEASURE_WORDS,
]);

/** Function words of requests that also name columns. */
const NAMES: ReadonlySet<string> = new Set(['name', 'names', 'result', '结果', '介绍', '内容']);

/** Measure words that are also nouns: 5人, 最高的人. */
const NOUNS: ReadonlySet<string> = new Set(['人']);

/** Whether a derived form is a closed word or not a word: a number, or a character that is not in the dictionary. */
export function isClosedWord(form: string, isInDictionary = false): boolean {
  if (NAMES.has(form) || (isInDictionary && NOUNS.has(form))) return false;
  return (
    form.length === 0 ||
    /^(?:[a-z]|[\d\s.,%-]+)$/u.test(form) ||
    (!isInDictionary && /^\p{Script=Han}$/u.test(form)) ||
    CLOSED.has(form) ||
    isFunctionWord(form, 'en') ||
    isFunctionWord(form, 'zh')
  );
}

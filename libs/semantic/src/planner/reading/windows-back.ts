import { findTimeExpressions, type TimeMatch } from '@querent/language';

/** 30天内的订单: at the start of what is asked for, the days up to today. 注册30天内 and 3天内发货 count from something else. */
const WITHIN = /(?<=^|[,，。;；:：在的]|统计|查询|列出|看看|显示)((?:\d{1,4}|[一二两三四五六七八九十百]+|半)个?(?:天|日|周|星期|月|季度|年))(?:以内|之内|内)(?=的)/gu;

/** Periods that end today, told by their length alone. */
export function windowsBack(text: string, today: string): TimeMatch[] {
  return [...text.matchAll(WITHIN)].flatMap((match) => {
    const [time] = findTimeExpressions(`最近${match[1] ?? ''}`, { today });
    return time ? [{ ...time, start: match.index, end: match.index + match[0].length, text: match[0] }] : [];
  });
}

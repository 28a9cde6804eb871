import { say } from '../../wording/words';
import type { Reading } from '../reading/reading';
import type { Stop } from './step';

type Why = 'too_long' | 'misconfigured' | 'running' | 'clocks' | 'apart' | 'no_year' | 'mean_of_groups' | 'write' | 'forecast' | 'why' | 'no_time' | 'only_years' | 'recurring' | 'unplaced' | 'unknown' | 'no_way' | 'ratio' | 'of_each' | 'none_of_group' | 'fan_out' | 'empty' | 'compare';

/** Honest refusals; `{x}` is the part of the question that cannot be served. */
const REASONS: Record<Why, { zh: string; en: string }> = {
  too_long: { zh: '问题太长，没能读懂，请说得短一些，或分成几个问题来问。', en: 'The question is too long to be read. Please put it in fewer words, or ask several questions.' },
  write: { zh: '这里只能查询数据，不能新增、修改或删除。', en: 'Data can only be read here, never added, changed or deleted.' },
  forecast: { zh: '这里只能回答已有数据中的内容，不能预测“{x}”。', en: 'Only what is in the data can be answered; “{x}” would be a forecast.' },
  why: { zh: '数据能说明发生了什么，但不能解释原因。', en: 'The data shows what happened, not why.' },
  no_time: { zh: '“{x}”没有可用的时间字段，无法按时间筛选。', en: 'There is no date that “{x}” could apply to.' },
  only_years: { zh: '这项数据只按年记录，无法细分到“{x}”。', en: 'This is kept by year only; “{x}” is finer than that.' },
  recurring: { zh: '暂不支持按“{x}”这样重复出现的日子筛选。', en: 'Filtering by recurring days such as “{x}” is not supported.' },
  unplaced: { zh: '我认得“{x}”，但不确定它和问题其余部分的关系，请换一种说法。', en: 'I know “{x}”, but not how it relates to the rest of the question. Please put it another way.' },
  unknown: { zh: '数据中没有与“{x}”有关的内容。', en: 'Nothing in the data is about “{x}”.' },
  no_way: { zh: '“{x}”与所问内容之间没有关联，无法一起统计。', en: 'The data does not connect “{x}” with what you ask about.' },
  running: { zh: '暂不支持“{x}”这样逐期累加的数字，可以查询各期各自的数字。', en: 'Running totals such as “{x}” are not supported; you can ask for the figure of each period.' },
  clocks: { zh: '“{x}”按另一个时间统计，请分成两个问题来问。', en: '“{x}” is dated by another column; please ask for it on its own.' },
  apart: { zh: '没有看懂“{x}”要把哪几项分开统计，请分开来问。', en: 'I could not tell what “{x}” is meant to separate; please ask for one at a time.' },
  no_year: { zh: '数据中没有{x}的记录。', en: 'Nothing is recorded for {x}.' },
  mean_of_groups: { zh: '暂不支持“{x}”这样先分组再平均的统计。', en: 'Averages over groups, as in “{x}”, are not supported.' },
  ratio: { zh: '暂不支持“{x}”这样一个数除以另一个数的统计，请把两个数分开来问。', en: 'Dividing one figure by another, as in “{x}”, is not supported; please ask for the two figures.' },
  of_each: { zh: '没有看懂“{x}”里要给什么排名，请说明。', en: 'I could not tell what “{x}” is meant to rank; please name it.' },
  none_of_group: { zh: '暂不支持“{x}”这样对整组数据的否定，可以按组查询数量。', en: 'Conditions on whole groups such as “{x}” are not supported; you can ask for the number in each group.' },
  fan_out: { zh: '一条记录会对应多个“{x}”，按它统计会重复计算。', en: 'One record can belong to several values of “{x}”, so grouping by it would count records twice.' },
  misconfigured: {
    zh: '“{x}”目前没有正确设置，暂时无法回答与它有关的问题，请联系管理员。',
    en: '“{x}” is not set up correctly, so questions about it cannot be answered for now. Please contact your administrator.',
  },
  empty: { zh: '没有看懂这个问题在问哪些数据。', en: 'I could not tell which data this question is about.' },
  compare: { zh: '没有看懂要对比哪两个时间段或分组。', en: 'I could not tell which two periods or groups to compare.' },
};

/** What the data itself rules out, or what is never done here: asking somebody else would not help. */
const CONCLUSIVE: ReadonlySet<Why> = new Set(['misconfigured', 'write', 'forecast', 'why', 'no_time', 'only_years', 'no_year']);

export function refuse(reading: Reading, why: Why, words = ''): Stop {
  const reason = say(reading.locale, REASONS[why].zh, REASONS[why].en).replaceAll('{x}', words);
  return { kind: 'unsupported', reason, conclusive: CONCLUSIVE.has(why) };
}

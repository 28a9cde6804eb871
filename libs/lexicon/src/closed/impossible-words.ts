import type { Impossible } from '../unit';

/**
 * Requests that no query answers: a change of the data, a forecast, a reason, a running total, a condition in every
 * part of time. A reading with such a word is impossible unless a name of the model explains the word. 改成 at the start
 * changes the question.
 */
const ANYWHERE: Readonly<Record<Impossible, { zh: string; en: string }>> = {
  write: {
    zh: '删除|删掉|删了|清空|修改|(?<=[\\p{L}\\p{N}])(?<!请|帮我|麻烦|那|就)改[成为]|插入|写入|新建|建表',
    en: 'truncate|erase|overwrite|wipe',
  },
  forecast: {
    zh: '预测|预测一下|预估|大概能|大约能|估计能|大概会|大约会|估计会|可能会|预计会|预计能|将会|展望|会有多少|会是多少|会达到|未来趋势',
    en: 'predict|predicted|forecast|forecasts|forecasted|projection|projections|extrapolate|will be|going to be|will there be|will we|will it|should we expect|can we expect|could we expect|do we expect to|likely to',
  },
  why: {
    zh: '为什么|为何|为啥|怎么会|是什么导致|什么原因|(?<!最(?:常见|普遍|频繁|多)的?.{0,6})原因是什么|何以',
    en: "why|how come|what caused|what causes|reason why|the reason for|reasons for|what is the reason|what's the reason|cause of|causes of",
  },
  // 累计 alone is a sum; per period it is the running total.
  running: {
    zh: '按月累计|按日累计|按天累计|按周累计|按季度累计|按季累计|按年累计|逐月累计|逐日累计|逐周累计|逐年累计|每月累计|每日累计|每天累计|每周累计|每季度累计|每年累计|各月累计|各年累计|累计趋势|累计走势|累计曲线',
    en: 'running totals?|running sums?|cumulative totals?|cumulative|cumulatively',
  },
  // A bound in every part of time, and one day of each.
  throughout: {
    zh: '每年都|年年都|每个月都|每月都|月月都|每个季度都|每季度都|每周都|每天都|连续[0-9一二两三四五六七八九十]+(?:年|个月|个季度|周|天)|每(?:个月|月|年|季度|周)(?:的)?(?:最后|第)一天',
    en:
      'in every single (?:year|quarter|month|week)|every single (?:year|quarter|month|week|day)|(?:two|three|four|five|[0-9]+) consecutive (?:years|quarters|months|weeks|days)|' +
      '(?:years|quarters|months|weeks|days) in a row|(?:first|last) (?:day|week) of (?:each|every) (?:month|quarter|year|week)',
  },
};

/**
 * Only at the beginning of a sentence, after frames of courtesy. Elsewhere the same words describe rows: recently
 * updated.
 */
const COMMANDS = {
  zh: '更新|新增|添加|增加|删|修改|取消',
  en: 'delete|drop|update|insert|alter|remove|create|modify|add|change|set|rename|cancel|assign',
};

/** The same with the affected rows right after them: "close all …", 冻结所有…. "Close dates" are not a command. */
const COMMANDS_TO = {
  zh: '(?:关闭|冻结|解冻|审批|批准|驳回|作废|停用|启用|归档|合并|退款给|转账给|发送|通知)(?=所有|全部|一下|这|那|掉)',
  en: `(?:close|freeze|unfreeze|block|unblock|approve|reject|transfer|refund|send|email|notify|move|merge|reset|archive|lock|unlock|
    suspend|terminate|reactivate|increase|decrease|reduce|raise|lower|pay|void|mark|wipe|clear|erase|disable|enable)(?= (?:all|every|the|this|that|these|those|my|our|any|it|them|him|her)(?![a-z]))`.replace(
    /\s*\n\s*/u,
    '',
  ),
};

const FRAME =
  /^(?:(?:请|麻烦|帮我|给我|帮忙|你|您|把|将|please|pls|can you|could you|would you|i want to|i need to|let's|kindly|you|us|to|just|now)[\s,，]*)*/u;
/** 把所有已取消的订单删掉: the verb of the command comes last. */
const ENDING = /(?:把|将)[^，。]*?(删|删除|删掉|取消|更新|修改|改|清空|调整)(?:一下|掉|了|吧)*[\s。！!.]*$/u;

export interface ImpossibleFound {
  start: number;
  end: number;
  why: Impossible;
  /** Whether it is a command even if a name of the model has this spelling. */
  surely?: true;
}

/** The words of a normalised text that make an answer impossible. */
export function impossibleIn(text: string): ImpossibleFound[] {
  return [...commandsIn(text), ...(Object.keys(ANYWHERE) as Impossible[]).flatMap((why) => wordsIn(text, why))];
}

function wordsIn(text: string, why: Impossible): ImpossibleFound[] {
  return [...text.matchAll(PATTERNS[why])].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
    why,
  }));
}

const byLength = (words: string): string =>
  words
    .split(/\|(?![^(]*\))/u)
    .sort((a, b) => b.length - a.length)
    .join('|');
const pattern = ({ zh, en }: { zh: string; en: string }, flags: string): RegExp =>
  new RegExp(`(?:${byLength(zh)})|(?<![a-z0-9])(?:${byLength(en)})(?![a-z0-9])`, flags);
const PATTERNS = {
  write: pattern(ANYWHERE.write, 'giu'),
  forecast: pattern(ANYWHERE.forecast, 'giu'),
  why: pattern(ANYWHERE.why, 'giu'),
  running: pattern(ANYWHERE.running, 'giu'),
  throughout: pattern(ANYWHERE.throughout, 'giu'),
};
const COMMAND = new RegExp(pattern(COMMANDS, 'iuy').source, 'iuy');
const COMMAND_TO = new RegExp(`${COMMANDS_TO.zh}|${COMMANDS_TO.en}`, 'iuy');

function commandsIn(text: string): ImpossibleFound[] {
  const start = FRAME.exec(text.toLowerCase())?.[0].length ?? 0;
  COMMAND.lastIndex = COMMAND_TO.lastIndex = start;
  const sure = COMMAND_TO.exec(text)?.[0];
  if (sure !== undefined) return [{ start, end: start + sure.length, why: 'write', surely: true }];
  const command = COMMAND.exec(text)?.[0];
  const found: ImpossibleFound[] =
    command === undefined || describes(text.slice(start + command.length))
      ? []
      : [{ start, end: start + command.length, why: 'write' }];
  const last = ENDING.exec(text)?.[1];
  const at = last === undefined ? -1 : text.lastIndexOf(last);
  return last === undefined || at < 0 ? found : [...found, { start: at, end: at + last.length, why: 'write' }];
}

/** 新增的客户, 取消订单数: the word describes rows and is not a command. */
const describes = (rest: string): boolean =>
  /^(?:的|了|率|数|量|次数|人数)|多少|几|哪|[数量率](?:是|有|最|$)/u.test(rest);

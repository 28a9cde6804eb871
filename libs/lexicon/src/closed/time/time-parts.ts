import type { TimePart } from '@querent/contracts';

/**
 * How a word names a recurring part of time: `bare` needs a marker beside it, `each` groups by it, `which` asks for it.
 */
export interface NamedTimePart {
  part: TimePart;
  use: 'bare' | 'each' | 'which';
}

const BARE: Readonly<Record<TimePart, string>> = {
  hour: 'hour|hour of the day|hour of day|hours of the day|time of day|time of the day|小时|钟点|时段|时间段',
  weekday: 'weekday|day of the week|day of week|days of the week|day in the week|星期几|周几|礼拜几',
  month: 'month of the year|months of the year|calendar month|calendar months',
};

const EACH: Readonly<Record<TimePart, string>> = {
  hour: 'hourly|by hours of the day|按小时|各小时|各个小时|每个小时|分小时|按钟点|各时段|各个时段|每个时段|分时段|按时段|各时间段|每个时间段|按时间段',
  weekday:
    '每周几|每个星期几|按周几|按星期几|各星期几|一周中每天|一周里每天|一周七天|一周每天|一周内每天|周一到周日每天|周一至周日每天',
  month: '一年中每个月|一年里每个月|一年中各月|一年里各月',
};

const WHICH: Readonly<Record<TimePart, string>> = {
  hour: '几点|几点钟|哪个小时|哪个钟点|哪个时段|哪个时间段|什么时段|什么时间段|哪些时段|哪一个小时|一天中哪个小时|一天中几点|一天里几点|一天里哪个小时',
  weekday:
    '哪个星期几|星期几|周几|礼拜几|一周中哪天|一周中哪一天|一周里哪天|一周里哪一天|一周中的哪天|一周中的哪一天|一周里的哪天|每周哪天|每周哪一天|每周的哪一天|一周哪天',
  month: '一年中哪个月|一年里哪个月|一年中的哪个月|一年里的哪个月|每年哪个月|每年的哪个月',
};

/** Recurring parts of time by name. */
export function timePartPhrases(): [string, NamedTimePart][] {
  const uses = [
    ['bare', BARE],
    ['each', EACH],
    ['which', WHICH],
  ] as const;
  return uses.flatMap(([use, words]) =>
    (Object.entries(words) as [TimePart, string][]).flatMap(([part, phrases]) =>
      phrases.split('|').map((phrase): [string, NamedTimePart] => [phrase, { part, use }]),
    ),
  );
}

/** The most or the fewest events, of a part of time. */
const BUSY =
  /(?<![a-z])(?:the )?(?<most>busiest)(?![a-z])|(?<![a-z])(?:the )?(?:quietest|least busy)(?![a-z])|(?:生意|业务|工作)?最(?:(?<zh>忙碌|繁忙|忙)|清闲|空闲|冷清|闲)/giu;

export interface BusyMatch {
  start: number;
  end: number;
  direction: 'asc' | 'desc';
}

/** Words that rank by the number of events. */
export const busyWords = (text: string): BusyMatch[] =>
  [...text.matchAll(BUSY)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    direction: (match.groups?.['most'] ?? match.groups?.['zh']) === undefined ? 'asc' : 'desc',
  }));

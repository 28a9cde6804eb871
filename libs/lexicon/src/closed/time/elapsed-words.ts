import type { CompareOperator, ElapsedUnit } from '@querent/contracts';
import type { Operator } from '../../unit';

/** Words for a duration, by its unit. */
const LENGTHS: readonly { unit: ElapsedUnit | null; zh: string; en: string }[] = [
  {
    unit: null,
    zh: '多久|多长时间|多少时间|时间|时长|用时|耗时|历时|间隔|间隔时间|时间间隔|时间差|所需时间|所用时间|所花时间|所花的时间|花的时间|花费的时间',
    en: 'how long|how much time|time|the time|length of time|amount of time|time span|time taken|time it takes|time needed|time elapsed|elapsed time|duration|interval|gap',
  },
  {
    unit: 'day',
    zh: '天数|间隔天数|相隔天数|相差天数|多少天|几天|多少日|几日',
    en: 'days|number of days|the number of days|how many days|what number of days|time in days|day count|days elapsed|days passed|days it takes',
  },
  {
    unit: 'hour',
    zh: '小时数|多少小时|几小时|多少个小时|几个小时',
    en: 'hours|number of hours|the number of hours|how many hours|time in hours|hours elapsed|hours passed|hours it takes',
  },
  {
    unit: 'minute',
    zh: '分钟数|多少分钟|几分钟',
    en: 'minutes|number of minutes|the number of minutes|how many minutes|time in minutes|minutes elapsed|minutes passed|minutes it takes',
  },
];

/** Verbs beside a duration, which add nothing. */
const VERBS = {
  zh: '间隔|相隔|相差|隔|差|经过|经历|过|用|花|要花|需要|要用|要|耗时|历时|用时|等|要等',
  en: 'pass|passes|passed|elapse|elapses|elapsed|go by|goes by|went by|lie|lies|lay|does it take|did it take|it takes|it took|do they take|is it|are there',
};

export function elapsedPhrases(): [string, Operator][] {
  return LENGTHS.flatMap(({ unit, zh, en }) => {
    const operator: Operator = { op: 'elapsed', unit };
    const asked = [...zh.split('|').filter(asksHowLong), ...en.split('|').filter(asksHowLong)];
    const withVerb = asked.flatMap((phrase) =>
      HAN.test(phrase)
        ? ['', ...VERBS.zh.split('|').flatMap((verb) => [verb, `${verb}了`])].flatMap((verb) => [
            verb + phrase,
            `${verb}${phrase}才`,
            `${verb}${phrase}才能`,
          ])
        : VERBS.en.split('|').map((verb) => `${phrase} ${verb}`),
    );
    return [...zh.split('|'), ...en.split('|'), ...withVerb].map((phrase): [string, Operator] => [phrase, operator]);
  });
}

const HAN = /\p{Script=Han}/u;
const asksHowLong = (phrase: string): boolean => /^(?:how |多|几)/u.test(phrase);

/** Order of two times, by words before the second one. */
const BEFORE: Readonly<Record<CompareOperator, string>> = {
  '>': 'after|later than|晚于|迟于|后于|超过|超出|晚过',
  '>=': 'not before|no earlier than|not earlier than|on or after|不早于|不先于',
  '<': 'before|earlier than|ahead of|prior to|sooner than|早于|先于|提前于',
  '<=': 'no later than|not later than|not after|on or before|不晚于|不迟于|没有超过|未超过|不超过',
  '=': 'on the same day as|the same day as|same day as|on the day of|on the very day of',
  '!=': 'on another day than|on a different day than|on a different day from|not on the same day as',
};

/** By words after the second one. */
const BEHIND: Readonly<Record<CompareOperator, string>> = {
  '>': '之后|以后|过后',
  '>=': '当天或之后|当天或以后|当日或之后',
  '<': '之前|以前',
  '<=': '当天或之前|当天或以前|当日或之前',
  '=': '当天|当日|在同一天|是同一天|同一天|同天|同一日|the same day|on the same day',
  '!=': '不在同一天|不是同一天|不同天|on different days|not on the same day',
};

/** Equality of two values, by words after both. */
const ALIKE = {
  '=': '相同|一样|一致|相等|the same|identical|equal',
  '!=': '不同|不相同|不一样|不一致|不相等|different|not the same|not identical|differ',
} as const;

export function timeOrderPhrases(): [string, Operator][] {
  const of = (table: typeof BEFORE, after: boolean): [string, Operator][] =>
    (Object.entries(table) as [CompareOperator, string][]).flatMap(([compare, words]) =>
      words.split('|').map((word): [string, Operator] => [
        word,
        {
          op: 'compare_times',
          compare,
          after,
          ...((compare === '=' || compare === '!=') && { days: true as const }),
        },
      ]),
    );
  const alike = (['=', '!='] as const).flatMap((compare) =>
    ALIKE[compare]
      .split('|')
      .map((word): [string, Operator] => [word, { op: 'compare_times', compare, after: true, same: true }]),
  );
  return [...of(BEFORE, false), ...of(BEHIND, true), ...alike];
}

/** 到期日后, 比到期日晚了: single characters with this meaning after a word of time, or after the object of 比. */
const BEHIND_A_TIME =
  /(?<=[日期间时限])[后前](?![\d一二两三四五六七八九十半几]+(?![\d一二两三四五六七八九十半几]|\s?(?:天|日|周|个?小时|个?星期|分钟)))/gu;
/** 开票后平均几天, 开票后10天内: a duration after an event. */
const BEFORE_A_LENGTH =
  /(?<=\p{Script=Han})(?<![最以之今此前日期间时限])后(?=(?:平均|一般|通常)?(?:要|需要|用|过|隔|经过)?(?:平均)?(?:多久|多长时间|多少天|几天|多少个?小时|几个?小时|[\d一二两三四五六七八九十]+\s?(?:天|日|周|个?小时|个?星期|分钟)))/gu;
const BEHIND_THAN = /(?<=(?:比|较)[^比较，,。？?]{2,16})(?<way>晚|迟|早|提前|提早|推迟|延后)了?/gu;
const EARLIER: ReadonlySet<string> = new Set(['早', '提前', '提早']);

/** 付款后10天内: at most this long. */
const WITHIN = /(?<=后(?:的)?[\d一二两三四五六七八九十]{1,4}\s?(?:天|日|周|个?小时|个?星期|分钟)之?)内/gu;

/** 到期日之后才付款: 才 adds nothing to 之后. */
const ONLY_THEN = /(?<=(?:后|以上|超过|超出|晚于|迟于)[^，,。？?]{0,12})才/gu;

export const onlyThenIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(ONLY_THEN)].map(({ index }) => ({ start: index, end: index + 1 }));

/** Single characters for the order of times, if the words before them show this meaning. */
export function timeOrdersIn(text: string): { start: number; end: number; operator: Operator }[] {
  const found = (index: number, length: number, isLater: boolean) => ({
    start: index,
    end: index + length,
    operator: { op: 'compare_times' as const, compare: isLater ? ('>' as const) : ('<' as const), after: true },
  });
  return [
    ...[...text.matchAll(BEHIND_A_TIME)].map(({ 0: word, index }) => found(index, word.length, word.startsWith('后'))),
    ...[...text.matchAll(WITHIN)].map(({ index }) => ({
      start: index,
      end: index + 1,
      operator: { op: 'compare' as const, compare: '<=' as const, after: true },
    })),
    ...[...text.matchAll(BEFORE_A_LENGTH)].map(({ 0: word, index }) => found(index, word.length, true)),
    ...[...text.matchAll(BEHIND_THAN)].map(({ 0: word, index, groups }) =>
      found(index, word.length, !EARLIER.has(groups?.['way'] ?? '')),
    ),
  ];
}

/** A text with a begin and an end contains durations. */
const STRETCH =
  /(?<![a-z])(?:from|between)(?![a-z])[^.?!;]*?(?<![a-z])(?:to|and|until|till)(?![a-z])|(?<![a-z])(?:days|hours|minutes|long) after(?![a-z])|(?<![a-z])how (?:long|many (?:days|hours|minutes) (?:does|did|do) (?:it|they) take)(?![a-z])|[到至后才间]|(?:多久|多长时间|[多几]少?[天日])(?=\p{Script=Han})/u;

export const speaksOfLengths = (text: string): boolean => STRETCH.test(text);

/** "In hours" is the unit of a duration. */
const COUNTED_IN =
  /(?<![a-z])(?:measured )?in (?:whole )?(?<en>day|hour|minute)s(?![a-z])|以(?<zh>天|小时|分钟)(?:为单位|计|计算)/giu;
const UNITS: Readonly<Record<string, ElapsedUnit>> = {
  day: 'day',
  hour: 'hour',
  minute: 'minute',
  天: 'day',
  小时: 'hour',
  分钟: 'minute',
};

/** The requested units of durations, if the text contains durations. */
export function elapsedUnitsIn(text: string): { start: number; end: number; operator: Operator }[] {
  if (!speaksOfLengths(text)) return [];
  return [...text.matchAll(COUNTED_IN)].map(({ 0: words, index, groups }) => ({
    start: index,
    end: index + words.length,
    operator: { op: 'elapsed', unit: UNITS[groups?.['en']?.toLowerCase() ?? groups?.['zh'] ?? ''] ?? null },
  }));
}

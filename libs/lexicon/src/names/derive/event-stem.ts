import { HAN } from './derived-form';
import { isParticiple } from './verbs-of-noun';
import { oneOf } from './word-list';
import { ownEntry } from '../../own-entry';

/** The event of a time column, from one of its names. */
export interface EventStem {
  /** The noun, verb or participle of the event: admission, hire, received, 入院. */
  stem: string;
  /** Words of order before the event: last login, 最近下单. A bare "logged in" may also belong to another column. */
  order: string | null;
  /** Words before the event that make it uncertain: a planned arrival is not an arrival. */
  isIntended: boolean;
  /** The name is the event without a word for time: "founded". */
  isWhole: boolean;
}

const EN_PATTERNS: readonly RegExp[] = [
  /^(?:date|time|day|datetime|timestamp)(?: of)? (?:the )?(?<stem>.+)$/,
  /^(?<stem>.+?) (?:date(?: ?(?:and )?time)?|time(?: ?stamp)?|datetime|timestamp|at|on|day|moment)$/,
  /^(?<stem>[a-z]{4,})(?:date|time|day)$/,
];
const EN_YEAR = [/^year(?: of)? (?<stem>.+)$/, /^(?<stem>.+) year$/];
const ZH_PATTERNS = [/^(?<stem>.{2,}?)的?(?:日期时间|日期|时间|时刻|日)$/u];
const ZH_YEAR = [/^(?<stem>.{2,}?)的?(?:年份|年度|年)$/u];
/** 生日 has no stem of two characters. */
const WHOLE_STEMS: Readonly<Record<string, string>> = {
  生日: '出生',
  birthday: 'birth',
  birthdate: 'birth',
  dob: 'birth',
};

/** A prefix of an event: an English word and a space, or Chinese characters before at least two more. */
const before = (english: string, chinese: string): RegExp =>
  new RegExp(`^${oneOf(english)} (?=.)|^${oneOf(chinese)}(?=.{2})`, 'u');
const ORDER = before(
  'last|latest|most recent|first|initial|previous|prior|next|original',
  '最近一次|最近|最后一次|最后|上次|上一次|首次|第一次|最早|下次|下一次|初次',
);
const INTENDED = before(
  `planned|scheduled|expected|estimated|promised|target|projected|proposed|requested|desired|required|anticipated|
   agreed|committed|intended|forecast`,
  '预计|计划|预期|承诺|要求|约定|应|预定|拟|预估|估计|期望|希望|目标',
);
const ACTUAL = before('actual|real|effective', '实际');

/** Names of times without an event: cost month, 统计月份. */
const ONLY_TIME = new RegExp(
  `^(?:.* )?${oneOf('date|time|timestamp|datetime|day|week|month|quarter|year|period|season|term')}$|` +
    `${oneOf('日期|时间|月份|月|周|季度|季|年|年份|年度|期间|时段|学期')}$`,
  'u',
);

/** The event in the name of a column of times or years; null for a name of years without one. */
export function eventStem(name: string, isYear: boolean): EventStem | null {
  const patterns = HAN.test(name) ? (isYear ? ZH_YEAR : ZH_PATTERNS) : isYear ? EN_YEAR : EN_PATTERNS;
  const cut = ownEntry(WHOLE_STEMS, name) ?? stemIn(name, patterns);
  if (cut === undefined && (ONLY_TIME.test(name) || (isYear && !isParticiple(name)))) return null;
  const [order] = ORDER.exec(cut ?? name) ?? [];
  const ordered = (cut ?? name).slice(order?.length ?? 0);
  const isIntended = INTENDED.test(ordered);
  return { stem: ordered.replace(ACTUAL, ''), order: order ?? null, isIntended, isWhole: cut === undefined };
}

function stemIn(name: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const stem = pattern.exec(name)?.groups?.['stem'];
    if (stem !== undefined) return stem;
  }
  return undefined;
}

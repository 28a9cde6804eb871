import { parseChineseNumeral } from '../../numbers/chinese-numeral';
import { parseEnglishNumeral } from '../../numbers/english-numeral';
import type { CivilDate } from '../civil-date';
import type { TimeReading } from '../time-reading';
import type { Grain } from '../time-match';

export type Groups = Readonly<Record<string, string | undefined>>;

/** One notation of a time. Of all matching rules, the one that begins first and then is longest wins. */
export interface TimeRule {
  pattern: RegExp;
  /** Undefined if the match names no time (a day that does not exist). */
  read(groups: Groups, today: CivilDate): TimeReading | undefined;
}

/** A rule from a pattern source. Latin and digit ends match at word boundaries; a space matches any one space. */
export function timeRule(source: string, read: TimeRule['read']): TimeRule {
  return { pattern: new RegExp(`(?:${source})`, 'giu'), read };
}

/** Wraps the source of an English pattern in word boundaries. */
export function englishRule(source: string, read: TimeRule['read']): TimeRule {
  return timeRule(`(?<![a-z0-9_])(?:${source})(?![a-z0-9_])`, read);
}

/** Pattern sources of words by offset, for one unit: { -1: 上个月 }. */
export interface UnitWords {
  grain: Grain;
  /** Patterns by offset. */
  offsets: Readonly<Record<string, string>>;
}

/** Digits, Han numerals, English words, 半 and half; NaN for anything else. */
export function readCount(written: string | undefined): number {
  const text = (written ?? '').trim().toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === '半' || /^half(?: an?)?$|^an? half$/.test(text)) return 0.5;
  if (text === '' || text === 'a' || text === 'an') return 1;
  if (/^(?:a )?couple(?: of)?$/.test(text)) return 2;
  return parseChineseNumeral(text) ?? parseEnglishNumeral(text) ?? Number.NaN;
}

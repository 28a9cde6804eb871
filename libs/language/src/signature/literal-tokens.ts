import { findNumbers, type NumberMatch } from '../numbers/find-numbers';
import { findQuoted } from '../tokens/quoted';
import type { CivilDate } from '../time/civil-date';
import { findTimeExpressions } from '../time/find-time-expressions';
import type { TimeMatch } from '../time/time-match';

export interface TokenSpan {
  start: number;
  end: number;
  token: string;
}

interface Literals {
  today: CivilDate;
  asWritten: (start: number, end: number) => string;
}

/**
 * Quoted text as written, times as the days they come to, numbers with their unit: 一千元 is 1,000元 and 2025 is 去年 in
 * 2026.
 */
export function literalTokens(text: string, { today, asWritten }: Literals): TokenSpan[] {
  return [
    ...findQuoted(text).map(({ start, end }) => ({ start, end, token: `quoted:${quotedText(asWritten(start, end))}` })),
    ...findTimeExpressions(text, { today }).map((time) => ({
      start: time.start,
      end: time.end,
      token: timeToken(time),
    })),
    ...findNumbers(text).map((number) => ({
      start: number.start,
      end: number.end,
      token: numberToken(number, asWritten(number.start, number.end)),
    })),
  ];
}

/** Without its marks, which may be of one or of two characters. */
const quotedText = (written: string): string =>
  written.replace(/^(?:``|''|.)\s*/su, '').replace(/\s*(?:''|``|.)$/su, '');

/** 03/04 is two days in two countries, so it stays as it is written too. */
function timeToken({ range: { from, to }, recurs, key, text }: TimeMatch): string {
  const meaning = recurs ? key : from === null && to === null ? key : '';
  const written = /\d\/\d/.test(text) ? ` ${text}` : '';
  return `time:${from ?? ''}..${to ?? ''}${meaning === '' ? '' : ` ${meaning}`}${written}`;
}

/** A capital may change a unit (5M, 5m), and so may letters that none was read from. */
function numberToken({ value, unit, ordinal }: NumberMatch, written: string): string {
  const capitals = /\p{Lu}/u.test(written) ? ` ${written}` : '';
  return `number:${value}${unit === undefined ? '' : ` ${unit}`}${ordinal ? ' ordinal' : ''}${capitals}`;
}

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
 * Tokens of literals: quoted text as written, times as their days, numbers with their unit. 一千元 equals 1,000元, and 去年
 * asked in 2026 equals 2025.
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

/** The text without its quotation marks, which may have one or two characters. */
const quotedText = (written: string): string =>
  written.replace(/^(?:``|''|.)\s*/su, '').replace(/\s*(?:''|``|.)$/su, '');

/** 03/04 is a different day in different countries, so its spelling stays in the token. */
function timeToken({ range: { from, to }, recurs, key, text }: TimeMatch): string {
  const meaning = recurs ? key : from === null && to === null ? key : '';
  const written = /\d\/\d/.test(text) ? ` ${text}` : '';
  return `time:${from ?? ''}..${to ?? ''}${meaning === '' ? '' : ` ${meaning}`}${written}`;
}

/** A capital may change a unit (5M, 5m), also one that was not recognised. */
function numberToken({ value, unit, ordinal }: NumberMatch, written: string): string {
  const capitals = /\p{Lu}/u.test(written) ? ` ${written}` : '';
  return `number:${value}${unit === undefined ? '' : ` ${unit}`}${ordinal ? ' ordinal' : ''}${capitals}`;
}

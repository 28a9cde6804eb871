import {
  findNumbers,
  findQuoted,
  findTimeExpressions,
  normalizeText,
  type NumberMatch,
  type TimeMatch,
} from '@querent/language';
import { agrees } from './agrees';
import type { Facts } from './facts';
import { isOrdinaryHan, isOrdinaryLatin } from './ordinary-words';

/**
 * The first number, date or name in a phrased answer that occurs neither in the result nor in the question; null if
 * there is none. Deliberately strict: a word that is not a known common word counts as a name, since the template can
 * always answer instead.
 * @param today current date in the asker's time zone
 */
export function unfounded(text: string, facts: Facts, today: string): string | null {
  const plain = normalizeText(text);
  const times = findTimeExpressions(plain, { today });
  const date = times.find((time) => !isKnownTime(time, facts));
  if (date !== undefined) return date.text;
  const withoutTimes = blanked(plain, times);
  const number = [...findNumbers(withoutTimes), ...bareDigits(withoutTimes)].find(
    (found) => !isKnownNumber(found, facts),
  );
  if (number !== undefined) return number.text;
  const quoted = findQuoted(plain).find(({ value }) => !facts.text.includes(normalizeText(value)));
  return quoted?.text ?? unknownName(blanked(withoutTimes, findNumbers(withoutTimes)), text, facts);
}

function isKnownTime({ text, range, kind }: TimeMatch, { asked, days, text: all }: Facts): boolean {
  if (asked.includes(text) || all.includes(text)) return true;
  const { from, to } = range;
  return kind === 'absolute' && from !== null && to !== null && days.some((day) => from <= day && day < to);
}

type Numeric = Pick<NumberMatch, 'text' | 'value' | 'ordinal' | 'start' | 'end'>;

/** Words with digits that are names or codes, not numbers: 5A, Q3, C12, 2024-01. */
function bareDigits(text: string): Numeric[] {
  const found = Array.from(text.matchAll(/[a-z\d_.\-/:]*\d[a-z\d_.\-/:]*/g), ({ index, 0: code }) => ({
    text: code.replace(/[.\-/:]+$/, ''),
    value: Number.NaN,
    start: index,
    end: index + code.length,
  }));
  return found.filter(({ text: code }) => findNumbers(code).length === 0);
}

/** Numbers in words that are always allowed: "one" and "first" rarely state a figure. */
const ALWAYS_ALLOWED: ReadonlySet<number> = new Set([1]);

function isKnownNumber({ text, value, ordinal }: Numeric, facts: Facts): boolean {
  if (Number.isNaN(value)) return facts.text.includes(text);
  if ((ordinal === true || /^[一a-z]/.test(text)) && ALWAYS_ALLOWED.has(value)) return true;
  if (facts.numbers.some((known) => agrees(Math.abs(value), Math.abs(known), text))) return true;
  return findNumbers(facts.asked).some((asked) => asked.value === value);
}

/** The first word that is neither in the facts nor a common word. */
function unknownName(plain: string, written: string, { text }: Facts): string | null {
  const latin = Array.from(plain.matchAll(/[\p{L}][\p{L}\p{M}'’-]*/gu), ([word]) => word).find(
    (word) =>
      !/\p{Script=Han}/u.test(word) && !wordIn(word, text) && !isOrdinaryLatin(word, isCapitalised(word, written)),
  );
  if (latin !== undefined) return latin;
  return (
    Array.from(plain.matchAll(/\p{Script=Han}+/gu), ([run]) => run).flatMap((run) => unknownHan(run, text))[0] ?? null
  );
}

/** Whether the facts contain the word, its singular or its plural. */
function wordIn(word: string, text: string): boolean {
  const stem = word.replace(/['’]s$/, '');
  const forms = [stem, `${stem}s`, stem.replace(/s$/, ''), stem.replace(/es$/, ''), stem.replace(/ies$/, 'y')];
  return forms.some((form) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'u').test(text));
}

/** Whether the word is capitalised within a sentence. */
function isCapitalised(word: string, written: string): boolean {
  const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return (
    new RegExp(`[\\p{L}\\p{N},;:)”"]\\s+${escaped(capital)}`, 'iu').test(written) &&
    new RegExp(`[\\p{L}\\p{N},;:)”"]\\s+${escaped(capital)}`, 'u').test(written)
  );
}

/**
 * Removes common words and texts of the facts (at least two characters) from a run of Han characters; the remainder is
 * an unknown name.
 */
function unknownHan(run: string, text: string): string[] {
  const characters = [...run];
  const left: string[] = [];
  for (let at = 0; at < characters.length;) {
    const length = longest(
      characters.slice(at),
      (piece) => isOrdinaryHan(piece) || ([...piece].length > 1 && text.includes(piece)),
    );
    if (length === 0) left.push(characters[at] ?? '');
    at += Math.max(1, length);
  }
  return left.length === 0 ? [] : [left.join('')];
}

const LONGEST_PIECE = 20;

function longest(characters: string[], fits: (piece: string) => boolean): number {
  for (let length = Math.min(LONGEST_PIECE, characters.length); length > 0; length--)
    if (fits(characters.slice(0, length).join(''))) return length;
  return 0;
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

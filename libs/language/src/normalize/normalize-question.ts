import { findQuoted } from '../tokens/quoted';
import { type NormalizedText, normalizeText, normalizeWithMap } from './normalize-text';

/**
 * The question in the form of the exact cache's key: normalised, without closing punctuation. Only spelling is folded.
 * Numbers, dates, names and negations stay, and quoted text stays as written: 'Hey' is not 'hey'.
 */
export function normalizeQuestion(text: string): string {
  // Fast path: an English question without quotes needs no positions.
  return UNQUOTED.test(text)
    ? normalizeText(text).replace(CLOSING_PUNCTUATION, '').trim()
    : normalizeQuestionWithMap(text).text;
}

/** Printable ASCII without marks that quote. */
const UNQUOTED = /^[\t\n\r\x20\x21\x23-\x26\x28-\x5f\x61-\x7e]*$/;

/** `normalizeQuestion` with a map to the original positions, to show spans in the asker's own words. */
export function normalizeQuestionWithMap(original: string): NormalizedText {
  const joined = new Joined();
  let at = 0;
  for (const quoted of findQuoted(original)) {
    joined.addPiece(original.slice(at, quoted.start), at, true);
    joined.addQuoted(original, quoted);
    at = quoted.end;
  }
  joined.addPiece(original.slice(at), at, false);
  return joined.trimmed();
}

/** 今 年 的 订 单 数: a run of single spaced characters is joined. Spaced words, as in 杭州 上海, stay separate. */
const SPACED_CHARACTERS = /(?<![^\s"])\p{Script=Han}(?: \p{Script=Han}){3,}(?![^\s"])/gu;

const CLOSING_PUNCTUATION = /[\s?!.。;,、~…]+$/u;

/** Normalised pieces of a question, with the original position of each character. */
class Joined {
  private text = '';
  private readonly starts: number[] = [];
  private end = 0;

  /** Adds a normalised piece, with one space kept where it was separated from its neighbours. */
  addPiece(piece: string, offset: number, isFollowed: boolean): void {
    const { text, toOriginal } = normalizeWithMap(piece);
    const kept = isFollowed ? text : text.replace(CLOSING_PUNCTUATION, '');
    if (kept === '') {
      if (isFollowed && piece !== '') this.add(' ', [offset], offset);
      return;
    }
    if (/^\s/.test(piece)) this.add(' ', [offset], offset);
    this.add(
      kept,
      Array.from({ length: kept.length }, (_, index) => offset + toOriginal(index)),
      offset + toOriginal(kept.length),
    );
    const after = offset + toOriginal(kept.length);
    if (isFollowed && /\s$/.test(piece)) this.add(' ', [after], after);
  }

  /** Adds a quoted passage as written, in plain marks. */
  addQuoted(original: string, { start, end, value }: { start: number; end: number; value: string }): void {
    const inside = original.indexOf(value, start);
    const positions = Array.from({ length: value.length }, (_, index) => inside + index);
    this.add(`"${value}"`, [start, ...positions, inside + value.length], end);
  }

  /** The whole without outer spaces and without gaps between single characters. */
  trimmed(): NormalizedText {
    const isKept = new Array<boolean>(this.text.length).fill(true);
    const from = this.text.length - this.text.trimStart().length;
    const to = this.text.trimEnd().length;
    isKept.fill(false, 0, from).fill(false, Math.max(from, to));
    const trimmed = this.text.slice(from, to);
    for (const { index, 0: characters } of trimmed.matchAll(SPACED_CHARACTERS))
      for (let at = 0; at < characters.length; at++) if (characters[at] === ' ') isKept[from + index + at] = false;
    const starts = this.starts.filter((_, at) => isKept[at]);
    const end = this.starts[to] ?? this.end;
    return {
      text: Array.from(isKept, (kept, at) => (kept ? this.text.charAt(at) : '')).join(''),
      toOriginal: (index) => (index < 0 ? 0 : (starts[index] ?? end)),
    };
  }

  private add(text: string, starts: readonly number[], end: number): void {
    this.text += text;
    this.starts.push(...starts);
    this.end = end;
  }
}

/**
 * The stretch of the original text that a stretch of the normalised text comes from, without outer white space. A
 * character of the original is never split, even if only a part of its normalised form is in the stretch: ㎞ for m.
 * `from` is included and `to` excluded, in UTF-16 units.
 */
export function originalStretch(
  { text, toOriginal }: NormalizedText,
  original: string,
  { start, end }: { start: number; end: number },
): { from: number; to: number } {
  const from = toOriginal(start);
  let last = end;
  while (last < text.length && toOriginal(last) === toOriginal(last - 1)) last += 1;
  const words = original.slice(from, Math.max(from, toOriginal(last)));
  const lead = words.length - words.replace(OUTER_START, '').length;
  return { from: from + lead, to: from + Math.max(lead, words.replace(OUTER_END, '').length) };
}

/** White space and invisible characters, which a stretch neither begins nor ends with. */
const OUTER_START = /^[\s\p{Cf}\p{Cc}]+/u;
const OUTER_END = /[\s\p{Cf}\p{Cc}]+$/u;

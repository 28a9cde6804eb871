import { findQuoted } from '../tokens/quoted';
import { normalizeText } from './normalize-text';

/**
 * The question in the form of the exact cache's key: normalised, without closing punctuation. Only spelling is folded.
 * Numbers, dates, names and negations stay, and quoted text stays as written: 'Hey' is not 'hey'.
 */
export function normalizeQuestion(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const quoted of findQuoted(text)) {
    parts.push(padded(text.slice(at, quoted.start)), `"${quoted.value}"`);
    at = quoted.end;
  }
  const tail = normalizeText(text.slice(at)).replace(CLOSING_PUNCTUATION, '');
  const spaced = /^\s/.test(text.slice(at)) && tail !== '' ? ` ${tail}` : tail;
  return withoutGaps((parts.join('') + spaced).trim());
}

/** 今 年 的 订 单 数: a run of single spaced characters is joined. Spaced words, as in 杭州 上海, stay separate. */
const withoutGaps = (text: string): string =>
  text.replace(SPACED_CHARACTERS, (characters) => characters.replaceAll(' ', ''));

const SPACED_CHARACTERS = /(?<![^\s"])\p{Script=Han}(?: \p{Script=Han}){3,}(?![^\s"])/gu;

const CLOSING_PUNCTUATION = /[\s?!.。;,、~…]+$/u;

/** Normalised, with one space kept where the piece was separated from its neighbours. */
function padded(piece: string): string {
  const normal = normalizeText(piece);
  if (normal === '') return piece === '' ? '' : ' ';
  return (/^\s/.test(piece) ? ' ' : '') + normal + (/\s$/.test(piece) ? ' ' : '');
}

import { findQuoted } from '../tokens/quoted';
import { normalizeText } from './normalize-text';

/**
 * The question as the exact cache key sees it: normalised, without its closing punctuation.
 * Only spelling is folded. Numbers, dates, names, negations stay, and quoted text stays as written: 'Hey' is not 'hey'.
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
  return (parts.join('') + spaced).trim();
}

const CLOSING_PUNCTUATION = /[\s?!.。;,、~…]+$/u;

/** Normalised, but with one space kept where the piece met its neighbours with one. */
function padded(piece: string): string {
  const normal = normalizeText(piece);
  if (normal === '') return piece === '' ? '' : ' ';
  return (/^\s/.test(piece) ? ' ' : '') + normal + (/\s$/.test(piece) ? ' ' : '');
}

import { normalizeText } from '@querent/language';
import { piecesOf, shortForms, soundsOf } from '@querent/lexicon';

/** All lookup spellings of a stored text. */
export interface Spellings {
  /** The text without case, width, spaces and punctuation: its stemmed words. */
  whole: string;
  /** The same for common short forms: without its ending, one of its halves, in English. */
  forms: string[];
  /** Pronunciations of Chinese texts, without tones: `hangzhoushi`. */
  sounds: string[];
  /** Initials of the syllables: `hzs`. */
  initials: string[];
}

/**
 * Legal forms and place types at the end of English names; ISO 20275 lists the legal forms, these are the frequent
 * ones.
 */
const ENGLISH_ENDING =
  /[\s,]+(?:inc(?:orporated)?|ltd|limited|llc|llp|plc|corp(?:oration)?|co|company|gmbh|ag|s\.?a|group|holdings?|city|province|county|district|town(?:ship)?|prefecture|municipality|state)\.?$/i;
const SYLLABLES = { fewest: 2, most: 6 } as const;

/** Cheap enough (some 5 µs) to recompute for candidates, so nothing is stored. */
export function spellingsOf(text: string): Spellings {
  const normal = folded(text);
  const whole = squashedFold(normal);
  const forms = [...shortForms(normal), ...withoutEnding(normal)]
    .map(squashedFold)
    .filter((form) => form.length > 1 && form !== whole);
  const han = [whole, ...forms]
    .filter((form) => HAN.test(form) && form.length >= SYLLABLES.fewest && form.length <= SYLLABLES.most)
    .map(soundsOf);
  return {
    whole,
    forms: [...new Set(forms)],
    sounds: [...new Set(han.map((sounds) => sounds.join('')))],
    initials: [...new Set(han.map((sounds) => sounds.map((sound) => sound[0] ?? '').join('')))],
  };
}

/** The text without separators and endings: `West-Lake` equals `west lake`, `box` equals `boxes`. */
export function squashed(text: string): string {
  return squashedFold(folded(text));
}

function squashedFold(normal: string): string {
  return piecesOf(normal)
    .flatMap(({ kind, key }) => (kind === 'mark' ? [] : [key]))
    .join('');
}

/** A faster `normalizeText` for texts without combining marks: each character is normalised once and cached. */
function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  if (!SINGLE.test(text)) return normalizeText(text);
  let normal = '';
  for (const char of text) normal += foldOf(char);
  return normal;
}

const PLAIN = /^[!-~](?:[ !-_a-~]*[!-~])?$/;
const SINGLE = /^[\p{Script=Han}\p{L}\p{N}()（）・·-]+$/u;
const folds = new Map<string, string>();

function foldOf(char: string): string {
  const known = folds.get(char) ?? normalizeText(char);
  folds.set(char, known);
  return known;
}

const HAN = /^\p{Script=Han}+$/u;

/** Removes both endings of `Acme Co., Ltd.`. */
function withoutEnding(name: string): string[] {
  if (!/[a-z]\.?$/i.test(name)) return [];
  const short = name.replace(ENGLISH_ENDING, '');
  return short === name || short === '' ? [] : [short, ...withoutEnding(short)];
}

import { normalizeText } from '@querent/language';
import { piecesOf, shortForms, soundsOf } from '@querent/lexicon';

/** Everything that a stored text is looked up by. */
export interface Spellings {
  /** The text without case, width, spaces and punctuation: its words by their stems. */
  whole: string;
  /** The same of the forms that people use in its place: without its ending, one of its halves, in English. */
  forms: string[];
  /** How Chinese ones sound, without tones: `hangzhoushi`. */
  sounds: string[];
  /** First letters of the sounds: `hzs`. */
  initials: string[];
}

/**
 * Legal forms and kinds of places that English names end on; ISO 20275 lists the legal forms, these are the frequent
 * ones.
 */
const ENGLISH_ENDING =
  /[\s,]+(?:inc(?:orporated)?|ltd|limited|llc|llp|plc|corp(?:oration)?|co|company|gmbh|ag|s\.?a|group|holdings?|city|province|county|district|town(?:ship)?|prefecture|municipality|state)\.?$/i;
const SYLLABLES = { fewest: 2, most: 6 } as const;

/** Cheap enough (some 5 µs) to be worked out again for what is found, so that none of it need be kept. */
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

/**
 * Words and characters without what stands between them: `West-Lake` and `west lake` are one, so are `box` and `boxes`.
 */
export function squashed(text: string): string {
  return squashedFold(folded(text));
}

function squashedFold(normal: string): string {
  return piecesOf(normal)
    .flatMap(({ kind, key }) => (kind === 'mark' ? [] : [key]))
    .join('');
}

/**
 * `normalizeText`, which looks at clusters of marks, for texts that have none: a character at a time, each looked up
 * once.
 */
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

/** Of `Acme Co., Ltd.` both endings go. */
function withoutEnding(name: string): string[] {
  if (!/[a-z]\.?$/i.test(name)) return [];
  const short = name.replace(ENGLISH_ENDING, '');
  return short === name || short === '' ? [] : [short, ...withoutEnding(short)];
}

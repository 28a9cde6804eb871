import type { LinkKind } from '@querent/contracts';
import { type NamedValue, type QuestionWord, questionWords, soundsOf, valuesNamedIn } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { valueIndexOf } from './indexed-values';
import type { FoundValue, ValueIndex } from './value-index';
import { squashed } from './value-spellings';

/** A stored value, the words of a question that mean it, and the kind of match. */
export interface LinkedValue extends NamedValue {
  how: LinkKind;
}

const MOST_LINKS = 40;
/** More equally near values are ambiguous and omitted. */
const MOST_A_WORD = 3;
const LONGEST = { words: 6, characters: 12 } as const;
/** A question has some hundred, a crowded one a thousand. Each takes some 30 µs, and results are only hints. */
const MOST_WINDOWS = 1_000;
const ORDER: Record<LinkKind, number> = { exact: 0, form: 1, pinyin: 2, typo: 3 };

/**
 * The stored values that words of a question name or nearly name: by the planner's lexicon, whose readings are certain,
 * and its unread words by an index of other spellings. Exact matches first, then other forms, sounds and typos; at most
 * 40, and 3 for the same words. The first question builds the index unless `indexValues` has.
 */
export function linkedValues(question: string, model: SemanticModel): LinkedValue[] {
  const index = valueIndexOf(model);
  const named = valuesNamedIn(question, model).map((value): LinkedValue => ({
    ...value,
    how: squashed(value.word) === squashed(value.value) ? 'exact' : 'form',
  }));
  const { words, written } = questionWords(question, model);
  const nearest = nearestIn(index);
  const windows = windowsOf(words)
    .slice(0, MOST_WINDOWS)
    .flatMap((window) => nearest(window).map((found): NearWindow => ({ ...window, ...found })));
  const taken: Window[] = [];
  const guessed = windows
    .sort((a, b) => ORDER[a.how] - ORDER[b.how] || share(a) - share(b) || b.to - b.from - (a.to - a.from))
    .filter((window) => {
      const free = !taken.some(({ from, to }) => window.from < to && from < window.to);
      if (free) taken.push(window);
      return free;
    })
    .flatMap(({ from, to, values }) =>
      values.map(({ text: { table, column, value }, how }): LinkedValue => ({
        word: written(from, to),
        table,
        column,
        value,
        how,
      })),
    );
  const seen = new Set(named.map(valueKey));
  return [...named, ...guessed.filter((one) => !seen.has(valueKey(one)) && seen.add(valueKey(one)))]
    .sort((a, b) => ORDER[a.how] - ORDER[b.how])
    .slice(0, MOST_LINKS);
}

const valueKey = ({ table, column, value }: NamedValue): string => `${table}\n${column}\n${value}`;

/** Adjacent words that may be one name. */
interface Window {
  from: number;
  to: number;
  text: string;
  words: QuestionWord[];
}

/** Near matches of a window. */
interface Near {
  how: LinkKind;
  edits: number;
  values: FoundValue[];
}

type NearWindow = Window & Near;

const share = ({ edits, text }: NearWindow): number => edits / text.length;

/**
 * All runs of words of one script that contain a word unread by the lexicon, and begin and end with one that may belong
 * to a name.
 */
function windowsOf(words: readonly QuestionWord[]): Window[] {
  return words.flatMap((first, from) => {
    if (first.kind === 'mark' || isGrammar(first)) return [];
    const longest = first.kind === 'han' ? LONGEST.characters : LONGEST.words;
    const windows: Window[] = [];
    for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
      const last = words[to - 1];
      if (last === undefined || last.kind === 'mark' || (last.kind === 'han') !== (first.kind === 'han')) break;
      const inside = words.slice(from, to);
      if (!isGrammar(last) && inside.some(({ read }) => !read))
        windows.push({ from, to, text: inside.map(({ key }) => key).join(''), words: inside });
    }
    return windows;
  });
}

const isGrammar = ({ real, read }: QuestionWord): boolean => real && read;

/** Finds near matches of a window, cached by words: a name repeated a hundred times costs as much as one. */
function nearestIn(index: ValueIndex): (window: Window) => Near[] {
  const known = new Map<string, Near[]>();
  return (window) => {
    const words = window.words.map(({ key, known, real }) => `${key}${known ? '+' : ' '}${real ? '!' : ' '}`).join('');
    const found = known.get(words) ?? nearest(findings(window, index));
    known.set(words, found);
    return found;
  };
}

function nearest(found: readonly FoundValue[]): Near[] {
  const [best] = found;
  if (best === undefined) return [];
  const equal = found.filter(({ edits, how }) => edits === best.edits && how === best.how);
  if (new Set(equal.map(({ text }) => text.value)).size > MOST_A_WORD) return [];
  return [{ how: best.how, edits: best.edits, values: equal.slice(0, MOST_A_WORD) }];
}

/** Most certain first, without guesses if there is a certain match. */
function findings({ text, words }: Window, index: ValueIndex): FoundValue[] {
  const han = words[0]?.kind === 'han';
  if (!han && words.every(({ real, kind }) => real || kind === 'number')) return [];
  const forms = text.length > 1 ? index.byForm(text) : [];
  if (forms.length > 0) return forms;
  const sounds = han ? byOtherCharacters(text, index) : byLatinSound(text, words, index);
  if (sounds.length > 0) return sounds;
  if (!han && words.every(({ known, real }) => known || real)) return [];
  return index.byEdits(text);
}

/** A name misspelt by sound keeps most of its characters: 背景 is a word, not a typo for 北京. */
function byOtherCharacters(text: string, index: ValueIndex): FoundValue[] {
  if (text.length < 3) return [];
  return index
    .bySound(soundsOf(text).join(''))
    .filter(({ text: { text: name } }) => [...text].filter((char) => name.includes(char)).length * 2 >= text.length);
}

function byLatinSound(text: string, words: readonly QuestionWord[], index: ValueIndex): FoundValue[] {
  if (!/^[a-z]+$/.test(text) || words.some(({ real }) => real)) return [];
  const sounds = text.length > 3 ? index.bySound(text) : [];
  return sounds.length > 0 || words.length > 1 || !INITIALS.test(text) || words.some(({ known }) => known)
    ? sounds
    : index.byInitials(text);
}

/** No syllable begins with i, u or v, and letters with a vowel are probably a word. */
const INITIALS = /^[bcdfghjklmnpqrstwxyz]{3,6}$/;

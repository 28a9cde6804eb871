import { isFunctionWord, normalizeWithMap } from '@querent/language';
import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf } from './lexicon';
import { REAL_WORDS } from './real-words';
import { unitsOf, type Unit } from './units';
import { SPELT_WEIGHT } from './value-forms';

/** A word (or a Han character) of a question, and what the lexicon makes of it. */
export interface QuestionWord extends Unit {
  /** Part of a label, of a stored value or of grammar. */
  read: boolean;
  /** Stands in a name of the model, in a stored value or in a sound of one: it is nobody's misspelling. */
  known: boolean;
  /** A word of grammar or of every-day English: it is nobody's misspelling and no sound of a name. */
  real: boolean;
}

export interface QuestionWords {
  words: QuestionWord[];
  /** Words `from` up to but not with `to`, as the asker wrote them. */
  written(from: number, to: number): string;
}

/** The words of a question, with what the model's lexicon reads of them; names by their sound are not counted as read. */
export function questionWords(question: string, model: SemanticModel): QuestionWords {
  const { text, toOriginal } = normalizeWithMap(question);
  const units = unitsOf(text);
  const keys = units.map(({ key }) => key);
  const { trie } = lexiconOf(model);
  const read = units.map(() => false);
  for (const [from] of units.entries()) {
    const [longest] = trie.matches(keys, from).filter(({ items }) => items.some(({ weight }) => weight > SPELT_WEIGHT)).toReversed();
    if (longest !== undefined) read.fill(true, from, longest.to);
  }
  const words = units.map((unit, at) => ({ ...unit, read: read[at] ?? false, known: trie.known.has(unit.key), real: unit.kind === 'word' && isReal(unit) }));
  return { words, written: (from, to) => question.slice(toOriginal(units[from]?.start ?? 0), toOriginal(units[to - 1]?.end ?? 0)) };
}

function isReal({ key, surface }: Unit): boolean {
  return REAL_WORDS.has(key) || REAL_WORDS.has(surface) || isFunctionWord(surface, 'en');
}

import { isFunctionWord, normalizeWithMap } from '@querent/language';
import { type SemanticModel, withRoles } from '@querent/model';
import { closedUnits } from '../../closed/closed-units';
import type { Unit } from '../../unit';
import { nameIndexOf, openNames } from './open-names';
import { type Piece, piecesOf } from '../pieces';
import { REAL_WORDS } from './real-words';

/** A stored value and the words of a question that name it, as the asker wrote them. */
export interface NamedValue {
  word: string;
  table: string;
  column: string;
  value: string;
}

/** A word (or Han character) of a question, and its relation to the names of a model. */
export interface QuestionWord extends Piece {
  /** Part of a name, of a stored value or of grammar. */
  read: boolean;
  /** Part of a name of the model or of a stored value: not a misspelling. */
  known: boolean;
  /** A word of grammar or everyday English: neither a misspelling nor a transcription of a name. */
  real: boolean;
}

export interface QuestionWords {
  words: QuestionWord[];
  /** Words `[from, to)`, as the asker wrote them. */
  written(from: number, to: number): string;
}

/** Maximum cost of a sure name, such as a stored value without its ending; higher costs are guesses. */
const SURE_COST = 0.2;
/** The day does not matter: relative dates are not used here. */
const NO_DAY = '2000-01-01';

/**
 * The stored values that words of a question name: as stored, by a name from the model or without the ending that
 * people omit (杭州 for 杭州市). Guesses by sound or spelling are excluded, and so are words inside a longer name. Longest
 * words first, then the surest. A model contains nothing hidden.
 */
export function valuesNamedIn(question: string, model: SemanticModel): NamedValue[] {
  const { text, toOriginal } = normalizeWithMap(question);
  const units = openNames(withRoles(model)).unitsIn(text);
  const sure = units.filter(isSure);
  const isInside = ({ start, end }: Unit): boolean =>
    sure.some((other) => other.start <= start && end <= other.end && other.end - other.start > end - start);
  const found = units.flatMap((unit) => {
    const { meaning, start, end, cost } = unit;
    if (meaning.type !== 'value' || isInside(unit) || !(model.tables[meaning.column.table] ?? false)) return [];
    const word = question.slice(toOriginal(start), toOriginal(end));
    return meaning.values.flatMap((value) =>
      isSure(unit) || hasSpellingOf(word, String(value), start)
        ? [{ word, ...meaning.column, value: String(value), length: end - start, cost: isSure(unit) ? cost : 0 }]
        : [],
    );
  });
  const seen = new Set<string>();
  return found
    .sort((a, b) => b.length - a.length || a.cost - b.cost)
    .map(({ word, table, column, value }) => ({ word, table, column, value }))
    .filter(({ table, column, value }) => isNew(seen, `${table}\n${column}\n${value}`));
}

/** Names as the model has them, in the plural, or without omitted endings. */
const isSure = ({ form, cost }: Unit): boolean => cost <= SURE_COST && form !== 'typo' && form !== 'dictionary';

/**
 * "a" is an article, "OR" and "IN" may be values: the word must have the value's spelling, with capitals that no
 * sentence requires.
 */
function hasSpellingOf(word: string, value: string, start: number): boolean {
  if (!/^\p{Script=Latin}+$/u.test(word)) return false;
  return word === value && word !== word.toLowerCase() && (word.length > 1 || start > 0);
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** The words of a question with the names of a model that cover them; guesses do not count. */
export function questionWords(question: string, model: SemanticModel): QuestionWords {
  const { text, toOriginal } = normalizeWithMap(question);
  const pieces = piecesOf(text);
  const { words: spelt } = nameIndexOf(withRoles(model));
  const names = openNames(withRoles(model)).unitsIn(text).filter(isSure);
  const read = [...names, ...closedUnits(text, NO_DAY)];
  const words = pieces.map((piece) => ({
    ...piece,
    read: read.some(({ start, end }) => start <= piece.start && piece.end <= end),
    known: spelt.has(piece.key),
    real: piece.kind === 'word' && isReal(piece),
  }));
  const written = (from: number, to: number): string =>
    question.slice(toOriginal(pieces[from]?.start ?? 0), toOriginal(pieces[to - 1]?.end ?? 0));
  return { words, written };
}

const isReal = ({ key, surface }: Piece): boolean =>
  REAL_WORDS.has(key) || REAL_WORDS.has(surface) || isFunctionWord(surface, 'en');

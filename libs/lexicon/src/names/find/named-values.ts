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

/** A word (or a Han character) of a question, and what the names of a model make of it. */
export interface QuestionWord extends Piece {
  /** Part of a name, of a stored value or of grammar. */
  read: boolean;
  /** Stands in a name of the model or in a stored value: it is nobody's misspelling. */
  known: boolean;
  /** A word of grammar or of every-day English: it is nobody's misspelling and no sound of a name. */
  real: boolean;
}

export interface QuestionWords {
  words: QuestionWord[];
  /** Words `from` up to but not with `to`, as the asker wrote them. */
  written(from: number, to: number): string;
}

/** A stored value without its ending, as people say it; dearer forms are guesses. */
const SURE_COST = 0.2;
/** Relative dates decide nothing here, so any day will do. */
const NO_DAY = '2000-01-01';

/**
 * The stored values that words of a question name: as stored, by a name that the model gives them or without the ending
 * that people leave out (杭州 for 杭州市). Guesses by sound or spelling are left out, so are words inside a longer name.
 * Longest words first, then the surest; nothing hidden is in a model.
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
      isSure(unit) || isWrittenSo(word, String(value), start)
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

/** Names as the model has them, in the plural, or without what people leave out. */
const isSure = ({ form, cost }: Unit): boolean => cost <= SURE_COST && form !== 'typo' && form !== 'dictionary';

/**
 * "a" is an article, "OR" may be a state and "IN" too: written as the value is, in capitals that no sentence gives
 * them.
 */
function isWrittenSo(word: string, value: string, start: number): boolean {
  if (!/^\p{Script=Latin}+$/u.test(word)) return false;
  return word === value && word !== word.toLowerCase() && (word.length > 1 || start > 0);
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** The words of a question, with what the names of a model read of them; what is only guessed is not read. */
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

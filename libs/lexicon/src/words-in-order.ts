import { normalizeQuestion } from '@querent/language';
import { closedUnits } from './closed/closed-units';
import { openNames } from './names/find/open-names';
import { type Unit, type UnitMeaning } from './unit';
import { type SemanticModel, withRoles } from '@querent/model';

/** A word or name of a question with all its meanings; none if it is unknown. */
export interface Word {
  index: number;
  start: number;
  end: number;
  text: string;
  meanings: readonly UnitMeaning[];
}

/** Maximum cost of a sure name; higher costs are guesses. */
const SURE_COST = 0.3;
/** The day does not matter: relative dates are not used here. */
const NO_DAY = '2000-01-01';
/** Longer texts are truncated. */
const LONGEST = 400;

/** Segments a question into words: the longest first, a name of the model before other words of its length. */
export function wordsInOrder(question: string, model: SemanticModel): { text: string; words: Word[] } {
  const text = normalizeQuestion(question).slice(0, LONGEST);
  const names = openNames(withRoles(model))
    .unitsIn(text)
    .filter(({ cost }) => cost <= SURE_COST);
  const units = [...names, ...closedUnits(text, NO_DAY)].filter(({ start, end }) => end > start);
  const kept: Unit[] = [];
  for (const unit of units.sort((a, b) => b.end - b.start - (a.end - a.start) || rank(a) - rank(b)))
    if (!kept.some(({ start, end }) => start < unit.end && unit.start < end)) kept.push(unit);
  const cuts = kept.sort((a, b) => a.start - b.start);
  const words = cuts.map(({ start, end }) => ({
    start,
    end,
    meanings: units.filter((unit) => unit.start === start && unit.end === end).map(({ meaning }) => meaning),
  }));
  const gaps = [{ end: 0 }, ...cuts].map(({ end }, at) => ({
    start: end,
    end: cuts[at]?.start ?? text.length,
    meanings: [],
  }));
  return {
    text,
    words: [...words, ...gaps.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))]
      .sort((a, b) => a.start - b.start)
      .map((word, index) => ({ ...word, index, text: text.slice(word.start, word.end).trim() })),
  };
}

const rank = ({ meaning, cost }: Unit): number =>
  (meaning.type === 'filler' ? 2 : meaning.type === 'operator' ? 1 : 0) + cost;

export const isNamed = ({ meanings }: Word, ...types: UnitMeaning['type'][]): boolean =>
  meanings.some(({ type }) => types.includes(type));

/** The operators of a word by name; markers by their word. */
const operatorsOf = ({ meanings }: Word): string[] =>
  meanings.flatMap((meaning) =>
    meaning.type === 'operator' ? [meaning.operator.op === 'plain' ? meaning.operator.word : meaning.operator.op] : [],
  );

export const hasOperator = (word: Word | undefined, ...operators: string[]): boolean =>
  word !== undefined && operatorsOf(word).some((operator) => operators.includes(operator));

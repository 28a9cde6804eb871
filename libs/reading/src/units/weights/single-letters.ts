import { isPlural } from '@querent/language';
import type { Unit } from '@querent/lexicon';
import { isPlain, spanOf } from '../unit-kinds';
import { DROPPED, type Together, type Weight } from '../weight';

/** Cost of a letter that the words beside it identify as a value. */
const SURE_LETTER = 0.05;

/**
 * A stored value of one letter is rarely meant: most letters are words or parts of them, and "a" is an article. It is a
 * value beside its column (grade A), before a plural (A clinics), behind an article (an A), and in a list with such a
 * value (A and B clinics).
 */
export const SINGLE_LETTER: Weight<Together> = {
  name: 'value of one letter',
  example: 'A and B clinics',
  weigh: ({ units }) => {
    const letters = units.filter(isLetter);
    if (letters.length === 0) return null;
    const sure = new Set<string>();
    // Goes from the end to the beginning: a list is as certain as its last letter.
    for (const unit of [...letters].sort((a, b) => b.start - a.start))
      if (isSure(unit, units, sure)) sure.add(keyOf(unit));
    const spans = new Set([...sure].map((key) => key.split(' ', 2).join(' ')));
    return (unit) => {
      if (unit.meaning.type === 'filler' && spans.has(spanOf(unit))) return DROPPED;
      return sure.has(keyOf(unit)) ? [{ ...unit, cost: SURE_LETTER }] : 0;
    };
  },
};

type LetterUnit = Unit & { meaning: { type: 'value' } };

const isLetter = (unit: Unit): unit is LetterUnit =>
  unit.meaning.type === 'value' && unit.form === 'exact' && /^[a-z]$/u.test(unit.text);

const columnOf = ({ meaning: { column } }: LetterUnit): string => `${column.table}.${column.column}`;
const keyOf = (unit: Unit): string => `${spanOf(unit)} ${isLetter(unit) ? columnOf(unit) : ''}`;

/** Whether one unit follows another, with at most a space between them. */
const follows = (one: Unit, before: Unit): boolean => one.start - before.end === 0 || one.start - before.end === 1;

function isSure(unit: LetterUnit, units: readonly Unit[], sure: ReadonlySet<string>): boolean {
  const before = units.filter((one) => follows(unit, one));
  const after = units.filter((one) => follows(one, unit));
  const isItsColumn = ({ meaning }: Unit): boolean =>
    meaning.type === 'attribute' && `${meaning.column.table}.${meaning.column.column}` === columnOf(unit);
  const isArticle = ({ meaning, text }: Unit): boolean => meaning.type === 'filler' && (text === 'a' || text === 'an');
  return (
    before.some((one) => isItsColumn(one) || (isArticle(one) && one.end < unit.start)) ||
    after.some(({ meaning, text }) => meaning.type === 'thing' && isPlural(text)) ||
    after
      .filter((one) => isPlain(one, 'and', 'or', 'comma'))
      .some((joining) =>
        units.some(
          (one) => isLetter(one) && follows(one, joining) && columnOf(one) === columnOf(unit) && sure.has(keyOf(one)),
        ),
      )
  );
}

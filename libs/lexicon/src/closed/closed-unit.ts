import type { Span } from '@querent/language';
import type { Operator, PlainWord, Unit, UnitMeaning } from '../unit';

/**
 * A word of the closed classes costs nothing. Filler costs a little, so that a reading that explains more words wins.
 */
export const FILLER_COST = 0.02;

/** The unit of a closed word over `[start, end)` of a text. */
export function closedUnit(
  text: string,
  { start, end }: Pick<Span, 'start' | 'end'>,
  meaning: UnitMeaning,
  cost = 0,
): Unit {
  return { start, end, text: text.slice(start, end), meaning, form: 'word', cost };
}

export const operatorUnit = (text: string, span: Pick<Span, 'start' | 'end'>, operator: Operator): Unit =>
  closedUnit(text, span, { type: 'operator', operator });

/** A filler unit for each match of a global pattern. */
export const fillerUnits = (text: string, pattern: RegExp): Unit[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) =>
    closedUnit(text, { start: index, end: index + found.length }, { type: 'filler' }, FILLER_COST),
  );

/** A unit of one marker for each match of a global pattern. */
export const markerUnits = (text: string, pattern: RegExp, word: PlainWord): Unit[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) =>
    operatorUnit(text, { start: index, end: index + found.length }, { op: 'plain', word }),
  );

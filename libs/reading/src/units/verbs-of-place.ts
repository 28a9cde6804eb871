import { isPassage, type Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/**
 * A column that refers to a thing, where it is called by a verb of place, is what the verb says: the states that a
 * river "runs through".
 */
export function withoutPassages(named: readonly Unit[], closed: readonly Unit[], facts: Facts): readonly Unit[] {
  const passages = closed.filter(({ text }) => isPassage(text));
  if (passages.length === 0) return named;
  const isPassed = ({ meaning, start, end }: Unit): boolean =>
    meaning.type === 'attribute' &&
    passages.some((one) => start <= one.start && one.end === end) &&
    facts.refersTo(meaning.column) !== null;
  return named.filter((unit) => !isPassed(unit));
}

/** What it costs that a question which asks where something is names what rows have. */
const AS_HAVING = 0.4;

/** "Where is the seat" asks for a place, and not for what has a seat. */
export function withWhereAsked(closed: readonly Unit[]): readonly Unit[] {
  const asks = closed.some(({ meaning, start }) => start === 0 && isPlainWord(meaning, 'where'));
  return asks
    ? closed.map((unit) =>
        unit.start === 0 && isPlainWord(unit.meaning, 'with') ? { ...unit, cost: unit.cost + AS_HAVING } : unit,
      )
    : closed;
}

/** "Which state is the lake in": what something lies in is asked for before, where nothing follows. */
export function withoutStrayWithin(closed: readonly Unit[], named: readonly Unit[]): readonly Unit[] {
  const said = [...named, ...closed].filter(({ meaning }) => meaning.type !== 'filler');
  const last = Math.max(0, ...said.map(({ start }) => start));
  return closed.filter(({ meaning, start, text }) => text !== 'in' || start >= last || !isPlainWord(meaning, 'within'));
}

const isPlainWord = (meaning: Unit['meaning'], word: string): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word;

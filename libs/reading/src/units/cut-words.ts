import { MEASURE_WORDS } from '@querent/language';
import type { PlainWord, Unit } from '@querent/lexicon';

/** Kinds of words that are of no model. */
export const CLOSED: ReadonlySet<string> = new Set(['operator', 'filler', 'number', 'grain', 'time_part', 'busy']);

const MEASURES: ReadonlySet<string> = new Set(MEASURE_WORDS);
/** What a name by the last word of its label costs. */
const HEAD = 0.3;
const DENIALS: ReadonlySet<PlainWord | undefined> = new Set(['not', 'without']);
/** 是不是, 有没有. */
const EITHER_WAY = /^(?:还|已)?(?<verb>\p{Script=Han})[不没]\k<verb>$/u;

/**
 * Without units that cut another word in two. 是不是旗舰店 asks whether it is one: its 不是 denies nothing. 多少座位 asks for the
 * name that begins with its measure word, where nothing is called what would be left of it.
 */
export function withoutCuts(units: readonly Unit[]): readonly Unit[] {
  const withinAsking = new Set(
    units.flatMap(({ start, text, meaning }) => {
      const asks = meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === 'exists';
      return asks && EITHER_WAY.test(text) ? [...text].slice(1).map((_, at) => start + 1 + at) : [];
    }),
  );
  const [begun, meant] = [new Map<number, number>(), new Set<number>()];
  for (const { start, end, meaning, cost } of units) {
    if (meaning.type !== 'filler') meant.add(start);
    if (!CLOSED.has(meaning.type) && cost <= HEAD) begun.set(start, Math.max(end, begun.get(start) ?? 0));
  }
  // 座 and 位 count things, and are 座位 together.
  const ofMeasures = new Set(
    units.flatMap(({ start, text, meaning, cost }) =>
      !CLOSED.has(meaning.type) && cost <= HEAD && text.length > 1 && [...text].every((char) => MEASURES.has(char))
        ? [...text].map((_, at) => start + at)
        : [],
    ),
  );
  // 收了多少款 asks how much, and counts no kinds of anything.
  const ofMoney = new Set(
    units.flatMap(({ start, end, meaning }) => (isCount(meaning, true) ? [`${start} ${end}`] : [])),
  );
  const cuts = ({ start, end, meaning }: Unit): boolean => {
    if (ofMoney.has(`${start} ${end}`) && isCount(meaning, false)) return true;
    if (meaning.type === 'filler' && end - start === 1 && ofMeasures.has(start)) return true;
    const isDenial =
      meaning.type === 'operator' && meaning.operator.op === 'plain' && DENIALS.has(meaning.operator.word);
    if (isDenial || !CLOSED.has(meaning.type)) return withinAsking.has(start);
    const isAsked = meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.asks === true;
    return isAsked && end - start > 1 && (begun.get(end - 1) ?? 0) > end && !meant.has(end);
  };
  return units.filter((unit) => !cuts(unit));
}

/** Whether words ask for a number of rows, or for an amount. */
const isCount = (meaning: Unit['meaning'], ofAmount: boolean): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'count' && (meaning.operator.amount === true) === ofAmount;

import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '@querent/lexicon';
import { CLOSED, isPlain, spanOf, spansOf } from '../unit-kinds';
import { DROPPED, type Together, type Weight } from '../weight';

const MEASURES: ReadonlySet<string> = new Set(MEASURE_WORDS);
/** Cost of a name by the last word of its label. */
const HEAD = 0.3;
/** Verb-not-verb questions: 是不是, 有没有. */
const EITHER_WAY = /^(?:还|已)?(?<verb>\p{Script=Han})[不没]\k<verb>$/u;

/**
 * Units that cut another word in two. 是不是旗舰店 is a yes/no question, so its 不是 denies nothing. In 多少座位 the measure word
 * belongs to the name 座位 if the remainder 位 is no name.
 */
export const CUT_WORD: Weight<Together> = {
  name: 'word that cuts another',
  example: '是不是旗舰店, 多少座位',
  weigh: ({ units }) => {
    const withinAsking = new Set(
      units.flatMap((unit) =>
        isPlain(unit, 'exists') && EITHER_WAY.test(unit.text)
          ? [...unit.text].slice(1).map((_, at) => unit.start + 1 + at)
          : [],
      ),
    );
    const [begun, meant] = [new Map<number, number>(), new Set<number>()];
    for (const unit of units) {
      const { start, end } = unit;
      if (unit.meaning.type !== 'filler') meant.add(start);
      if (isNamed(unit)) begun.set(start, Math.max(end, begun.get(start) ?? 0));
    }
    // 座 and 位 are measure words, and form the name 座位 together.
    const isOfMeasures = (unit: Unit): boolean =>
      isNamed(unit) && unit.text.length > 1 && [...unit.text].every((char) => MEASURES.has(char));
    const ofMeasures = new Set(
      units.filter(isOfMeasures).flatMap(({ start, text }) => [...text].map((_, at) => start + at)),
    );
    // 收了多少款 asks for an amount of money, and does not count 款.
    const ofMoney = spansOf(units, (unit) => isCount(unit, true));
    const cuts = (unit: Unit): boolean => {
      const { start, end, meaning } = unit;
      if (ofMoney.has(spanOf(unit)) && isCount(unit, false)) return true;
      if (meaning.type === 'filler' && end - start === 1 && ofMeasures.has(start)) return true;
      if (isPlain(unit, 'not', 'without') || !CLOSED.has(meaning.type)) return withinAsking.has(start);
      const isAsked = meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.asks === true;
      return isAsked && end - start > 1 && (begun.get(end - 1) ?? 0) > end && !meant.has(end);
    };
    return (unit) => (cuts(unit) ? DROPPED : 0);
  },
};

const isNamed = ({ meaning, cost }: Unit): boolean => !CLOSED.has(meaning.type) && cost <= HEAD;

/** Whether words ask for a number of rows, or for an amount if `ofAmount`. */
const isCount = ({ meaning }: Unit, ofAmount: boolean): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'count' && (meaning.operator.amount === true) === ofAmount;

import type { Unit } from '@querent/lexicon';

/** What it costs that words which say where someone is speak of an event there. */
const AS_EVENT = 0.2;
const WHERE = /^(?:works?|working|lives?|living|resides?|residing|stay(?:s|ing)?|based) (?:in|at)$/;

/**
 * "Who work in Oslo" are those whose place is Oslo, also where hours of work are kept that were worked for someone
 * there: verbs of being somewhere, right before a value, are light verbs first.
 */
export class WhereSomeoneIs {
  private readonly said: readonly Unit[];

  constructor(units: readonly Unit[]) {
    const words = units.filter(({ text, meaning }) => meaning.type === 'operator' && WHERE.test(text));
    const values = new Set(
      words.length === 0 ? [] : units.flatMap(({ meaning, start }) => (meaning.type === 'value' ? [start] : [])),
    );
    this.said = words.filter(({ end }) => values.has(end + 1) || values.has(end + ' the '.length));
  }

  /** Whether these are the words that say it. */
  isSaidBy(unit: Unit): boolean {
    return this.said.includes(unit);
  }

  /** What it costs beside them that a verb within them is that of an event. */
  costOf({ meaning, start, end }: Unit): number {
    const isWithin = meaning.type === 'event' && this.said.some((one) => one.start <= start && end <= one.end);
    return isWithin ? AS_EVENT : 0;
  }
}

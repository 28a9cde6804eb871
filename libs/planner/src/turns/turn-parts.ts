import type { TurnWord } from '@querent/lexicon';
import type { Chart, Item } from '../chart';
import type { Category } from '../meaning';

/** A turn as words that say what to do, and parts to do it with. */
export interface Turn {
  words: ReadonlySet<TurnWord>;
  parts: readonly Item[];
  cost: number;
}

/** What a second part costs, so that one part which covers both wins. */
const PART_COST = 0.1;
const MOST_PARTS = 3;
const MOST_WORDS = 3;
/** So many beginnings of a turn are kept at each node. */
const MOST_HERE = 32;

/** The ways to cut a turn into turn words and parts that an edit knows, cheapest first. */
export function turnsIn(chart: Chart, size: number, isPart: (category: Category) => boolean): Turn[] {
  const upTo: Turn[][] = Array.from({ length: size + 1 }, () => []);
  upTo[0] = [{ words: new Set(), parts: [], cost: 0 }];
  for (let from = 0; from < size; from++) {
    const begun = cheapest(upTo[from] ?? []);
    if (begun.length === 0) continue;
    for (let to = from + 1; to <= size; to++) {
      const items = chart.at(from, to).filter(({ category }) => category === 'op:turn' || isPart(category));
      for (const item of items) for (const turn of begun) upTo[to]?.push(...continued(turn, item));
    }
  }
  return cheapest(upTo[size] ?? []).filter(({ parts }) => parts.length > 0);
}

function continued({ words, parts, cost }: Turn, item: Item): Turn[] {
  if (item.meaning.cat === 'operator' && item.meaning.operator.op === 'turn') {
    const { word } = item.meaning.operator;
    return words.size < MOST_WORDS ? [{ words: new Set([...words, word]), parts, cost: cost + item.cost }] : [];
  }
  return parts.length < MOST_PARTS
    ? [{ words, parts: [...parts, item], cost: cost + item.cost + (parts.length > 0 ? PART_COST : 0) }]
    : [];
}

const cheapest = (turns: Turn[]): Turn[] => turns.sort((a, b) => a.cost - b.cost).slice(0, MOST_HERE);

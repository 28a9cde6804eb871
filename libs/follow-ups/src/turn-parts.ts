import type { TurnWord } from '@querent/lexicon';
import type { Chart, Item } from '@querent/reading';
import type { Category } from '@querent/grammar';

/** Turn words that name an operation, such as "only" or "add", and the parts that it applies to. */
export interface Clause {
  words: ReadonlySet<TurnWord>;
  parts: readonly Item[];
}

/** A turn as clauses. A turn word applies to the parts of its own clause. */
export interface Turn {
  clauses: readonly Clause[];
  cost: number;
}

/** Cost of a second part, so that a single part that covers both is preferred. */
const PART_COST = 0.13;
const MOST_PARTS = 3;
const MOST_WORDS = 4;
/** At most this many beginnings of a turn are kept at each node. */
const MOST_HERE = 32;

/** Cost of a clause with two conflicting turn words: only Berlin, without Paris. */
const CONFLICT_COST = 0.2;
const APART: readonly TurnWord[] = ['only', 'add', 'remove', 'exclude', 'among'];

export const wordsOf = ({ clauses }: Turn): ReadonlySet<TurnWord> =>
  new Set(clauses.flatMap(({ words }) => [...words]));

export const partsOf = ({ clauses }: Turn): readonly Item[] => clauses.flatMap(({ parts }) => parts);

/** The ways to cut a turn into turn words and parts that an edit takes, cheapest first. */
export function turnsIn(chart: Chart, size: number, isPart: (category: Category) => boolean): Turn[] {
  const upTo: Turn[][] = Array.from({ length: size + 1 }, () => []);
  upTo[0] = [{ clauses: [{ words: new Set(), parts: [] }], cost: 0 }];
  for (let from = 0; from < size; from++) {
    const begun = upTo[from] ?? [];
    for (let to = from + 1; begun.length > 0 && to <= size; to++) {
      const items = chart.at(from, to).filter(({ category }) => category === 'op:turn' || isPart(category));
      upTo[to] = withContinued(upTo[to] ?? [], begun, items);
    }
  }
  return (upTo[size] ?? []).filter((turn) => partsOf(turn).length > 0);
}

/**
 * The cheapest turns up to a node: those known, and those that an item extends to it. All lists are sorted by cost, so
 * the loop ends at the first turn that costs too much.
 */
function withContinued(known: readonly Turn[], begun: readonly Turn[], items: readonly Item[]): Turn[] {
  const most = known[MOST_HERE - 1]?.cost ?? Infinity;
  const made: Turn[] = [];
  for (const item of items) {
    for (const turn of begun) {
      if (turn.cost + item.cost >= most) break;
      made.push(...continued(turn, item));
    }
  }
  return made.length === 0 ? [...known] : [...known, ...made].sort((a, b) => a.cost - b.cost).slice(0, MOST_HERE);
}

function continued(turn: Turn, item: Item): Turn[] {
  const last = turn.clauses.at(-1);
  const before = turn.clauses.slice(0, -1);
  const cost = turn.cost + item.cost;
  if (!last) return [];
  if (item.meaning.cat === 'operator' && item.meaning.operator.op === 'turn') {
    const { word } = item.meaning.operator;
    if (word === 'clause')
      return last.parts.length === 0
        ? [{ ...turn, cost }]
        : [{ clauses: [...turn.clauses, { words: new Set(), parts: [] }], cost }];
    const words = new Set([...last.words, word]);
    const isConflict = !last.words.has(word) && APART.includes(word) && APART.some((other) => last.words.has(other));
    const more = isConflict ? CONFLICT_COST : 0;
    return wordsOf(turn).size < MOST_WORDS ? [{ clauses: [...before, { ...last, words }], cost: cost + more }] : [];
  }
  const parts = partsOf(turn).length;
  // An amount and its bound are one condition, so they are no two parts.
  const isConflict = item.category === 'bound' && ['columns', 'figure'].includes(last.parts.at(-1)?.category ?? '');
  const more = (parts > 0 ? PART_COST : 0) + (isConflict ? CONFLICT_COST : 0);
  return parts < MOST_PARTS
    ? [{ clauses: [...before, { ...last, parts: [...last.parts, item] }], cost: cost + more }]
    : [];
}

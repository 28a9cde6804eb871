import type { Unit } from '@querent/lexicon';
import { AlikeMeanings } from './alike-meanings';
import { type Category, categoryOf, type Construction, type Facts, type Meaning } from '@querent/grammar';

/** A meaning of the units between two nodes of the lattice. */
export interface Item {
  from: number;
  to: number;
  meaning: Meaning;
  category: Category;
  cost: number;
  /** The construction and its parts, or the unit. */
  made: { by: Construction; parts: Item[] } | { unit: Unit };
}

export interface Chart {
  /** Items that cover the whole question, cheapest first. */
  whole: Item[];
  items: number;
  /** A bound on the work was reached, so readings are missing. */
  cut: boolean;
  /** Items between two nodes, cheapest first. */
  at(from: number, to: number): readonly Item[];
}

/** A cell keeps at most this many meanings, the cheapest. */
const MOST_IN_CELL = 48;
/** Meanings of one category are compared; one question compares at most this many of their parts. */
const MOST_VISITED = 200_000;
/**
 * A question tries at most this many combinations, at about 1 µs each. The most expensive question of the demo tries
 * 33,000; one over 2,000 derived tables that share most of their column names tries 67,000.
 */
const MOST_TRIED = 80_000;
/** The work grows with the third power of the nodes. A question of sixty words has about sixty nodes. */
export const MOST_NODES = 120;

/**
 * All meanings that the constructions build from neighbouring parts, by the CKY algorithm over the lattice's nodes. For
 * each stretch and meaning the cheapest item is kept. No cost is negative, so items above the cost `most` are part of
 * no usable reading and are not built.
 */
export function buildChart(
  lattice: { size: number; items: readonly Item[] },
  table: ConstructionTable,
  facts: Facts,
  most: number,
): Chart {
  const { size } = lattice;
  if (size > MOST_NODES) return { whole: [], items: 0, cut: true, at: () => [] };
  const chart = new Cells(size, table, facts, most);
  for (const item of lattice.items) chart.add(item);
  for (let width = 1; width <= size && !chart.cut; width++) {
    for (let from = 0; from + width <= size; from++) {
      const to = from + width;
      for (let mid = from + 1; mid < to; mid++) {
        chart.combine(chart.at(from, mid), chart.at(mid, to));
      }
      chart.close(from, to);
    }
  }
  const whole = [...chart.at(0, size)].sort((a, b) => a.cost - b.cost);
  return { whole, items: chart.count, cut: chart.cut, at: (from, to) => chart.at(from, to) };
}

/** Constructions by the categories of their parts. */
export class ConstructionTable {
  private readonly binary = new Map<Category, Map<Category, Construction[]>>();
  private readonly unary = new Map<Category, Construction[]>();

  constructor(readonly all: readonly Construction[]) {
    for (const construction of all) {
      for (const left of construction.left) {
        if (construction.right === null) addTo(this.unary, left, construction);
        const rights = this.binary.get(left) ?? new Map<Category, Construction[]>();
        for (const right of construction.right ?? []) addTo(rights, right, construction);
        this.binary.set(left, rights);
      }
    }
  }

  /** Constructions that take a left part of this category, by the category of the right part. */
  beside(left: Category): ReadonlyMap<Category, readonly Construction[]> | undefined {
    return this.binary.get(left);
  }

  pairs(left: Category, right: Category): readonly Construction[] {
    return this.binary.get(left)?.get(right) ?? [];
  }

  alone(category: Category): readonly Construction[] {
    return this.unary.get(category) ?? [];
  }
}

function addTo(map: Map<Category, Construction[]>, category: Category, construction: Construction): void {
  const known = map.get(category);
  if (known) known.push(construction);
  else map.set(category, [construction]);
}

const NONE: readonly Item[] = [];

/** The items of one category between two nodes. They are indexed by hash once there are two. */
interface CategoryItems {
  first: Item;
  byHash: Map<number, Item[]> | null;
}

class Cells {
  private readonly cells = new Map<number, Map<Category, CategoryItems>>();
  private readonly closed = new Map<number, Item[]>();
  count = 0;
  private readonly meanings = new AlikeMeanings();
  private tried = 0;
  cut = false;

  constructor(
    private readonly size: number,
    private readonly table: ConstructionTable,
    private readonly facts: Facts,
    private readonly most: number,
  ) {}

  at(from: number, to: number): readonly Item[] {
    return this.closed.get(this.key(from, to)) ?? NONE;
  }

  add(item: Item): void {
    if (this.cut) return;
    const key = this.key(item.from, item.to);
    const cell = this.cells.get(key) ?? new Map<Category, CategoryItems>();
    this.cells.set(key, cell);
    if (!this.isKept(item, cell)) return;
    for (const construction of this.table.alone(item.category)) this.build(construction, [item]);
  }

  /** Keeps an item unless an equal meaning is known at a lower cost. The only item of its category is not compared. */
  private isKept(item: Item, cell: Map<Category, CategoryItems>): boolean {
    const sameCategory = cell.get(item.category);
    if (sameCategory === undefined) {
      cell.set(item.category, { first: item, byHash: null });
      this.count++;
      return true;
    }
    sameCategory.byHash ??= new Map([[this.hashOf(sameCategory.first), [sameCategory.first]]]);
    const number = this.hashOf(item);
    const known = sameCategory.byHash.get(number);
    if (known === undefined) {
      sameCategory.byHash.set(number, [item]);
      this.count++;
      return true;
    }
    const at = known.findIndex((one) => this.meanings.areEqual(one.meaning, item.meaning));
    const same = known[at];
    if (same === undefined) {
      known.push(item);
      this.count++;
      return true;
    }
    if (same.cost <= item.cost) return false;
    known[at] = item;
    return true;
  }

  private hashOf({ meaning }: Item): number {
    const number = this.meanings.hashOf(meaning);
    if (this.meanings.visited > MOST_VISITED) this.cut = true;
    return number;
  }

  combine(lefts: readonly Item[], rights: readonly Item[]): void {
    if (rights.length === 0) return;
    for (const left of lefts) {
      const beside = this.table.beside(left.category);
      if (beside === undefined) continue;
      for (const right of rights) {
        for (const construction of beside.get(right.category) ?? []) {
          if (this.cut) return;
          this.build(construction, [left, right]);
        }
      }
    }
  }

  /** Completes a cell: keeps the cheapest items. */
  close(from: number, to: number): void {
    const key = this.key(from, to);
    const cell = this.cells.get(key);
    if (!cell) return;
    const kept = [...cell.values()].flatMap(({ first, byHash }) => (byHash ? [...byHash.values()].flat() : [first]));
    const items = kept.sort((a, b) => a.cost - b.cost);
    this.closed.set(key, items.slice(0, MOST_IN_CELL));
    this.cells.delete(key);
  }

  private build(construction: Construction, parts: [Item] | [Item, Item]): void {
    this.tried++;
    if (this.tried > MOST_TRIED) this.cut = true;
    if (this.cut) return;
    const [left, right = null] = parts;
    const least = left.cost + (right?.cost ?? 0) + construction.cost;
    if (least > this.most) return;
    for (const built of construction.build(left.meaning, right?.meaning ?? null, this.facts)) {
      const cost = least + built.cost;
      if (cost > this.most) continue;
      this.add({
        from: left.from,
        to: (right ?? left).to,
        meaning: built.meaning,
        category: categoryOf(built.meaning),
        cost,
        made: { by: construction, parts },
      });
    }
  }

  private key(from: number, to: number): number {
    return from * (this.size + 1) + to;
  }
}

/** The units that a meaning was built from, in reading order. */
export function unitsOf(item: Item): Unit[] {
  const { made } = item;
  return 'unit' in made ? [made.unit] : made.parts.flatMap(unitsOf).sort((a, b) => a.start - b.start);
}

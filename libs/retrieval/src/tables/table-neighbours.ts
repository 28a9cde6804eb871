import type { SemanticModel } from '@querent/model';
import type { Breath } from './breath';

/**
 * Which tables stand near which: those joined by the model, and, since many databases declare no foreign keys, those
 * that share a column's name that few others have. One of `n` tables with a name leads to each of the others by
 * 1/(n-1), as somebody would who picks one of them blindly; a join leads by 1.
 */
export interface TableNeighbours {
  /** Calls back with each neighbour and how near it is, above 0 and at most 1. */
  each(table: number, visit: (other: number, nearness: number) => void): void;
}

/** A name that more tables have tells of none of them. */
const MOST_SHARING = 32;
/** What all tables have (`id`) puts none beside another. */
const LEAST_NEARNESS = 0.2;
/** The nearest ones of a table. */
const MOST_NEIGHBOURS = 24;

/** @param numberOf the tables' numbers, below `capacity` */
export async function tableNeighbours(
  model: SemanticModel,
  numberOf: (table: string) => number | undefined,
  capacity: number,
  breath: Breath,
): Promise<TableNeighbours> {
  const tables = Object.values(model.tables).flatMap((table) => {
    const number = numberOf(table.name);
    return number === undefined
      ? []
      : [{ number, columns: [...new Set(Object.keys(table.columns).map((column) => column.toLowerCase()))] }];
  });
  const sharing = new Map<string, number[]>();
  for (const { number, columns } of tables) {
    for (const column of columns) {
      const known = sharing.get(column);
      if (known === undefined) sharing.set(column, [number]);
      // One more than matters says that it is too many.
      else if (known.length <= MOST_SHARING) known.push(number);
    }
    await breath();
  }
  const joined = joinsByNumber(model, numberOf);
  const starts = new Uint32Array(capacity + 1);
  const nearest = new Map<number, [number, number][]>();
  const near = new Float64Array(capacity);
  for (const { number, columns } of tables) {
    const met = new Set<number>(joined.get(number));
    for (const other of met) near[other] = 1;
    for (const column of columns) {
      const sharers = sharing.get(column) ?? [];
      if (sharers.length > MOST_SHARING) continue;
      for (const other of sharers) {
        if (other === number) continue;
        if (near[other] === 0) met.add(other);
        near[other] = (near[other] ?? 0) + 1 / (sharers.length - 1);
      }
    }
    const found: [number, number][] = [];
    for (const other of met) {
      const how = near[other] ?? 0;
      if (how >= LEAST_NEARNESS) found.push([other, how]);
      near[other] = 0;
    }
    nearest.set(number, found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_NEIGHBOURS));
    await breath();
  }
  for (let number = 0; number < capacity; number++)
    starts[number + 1] = (starts[number] ?? 0) + (nearest.get(number)?.length ?? 0);
  return packed(starts, nearest);
}

function packed(starts: Uint32Array, nearest: ReadonlyMap<number, [number, number][]>): TableNeighbours {
  const total = starts[starts.length - 1] ?? 0;
  const [others, nearness] = [new Uint32Array(total), new Float32Array(total)];
  for (const [number, near] of nearest) {
    near.forEach(([other, how], i) => {
      others[(starts[number] ?? 0) + i] = other;
      nearness[(starts[number] ?? 0) + i] = Math.min(1, how);
    });
  }
  return {
    each(table, visit) {
      for (let at = starts[table] ?? 0; at < (starts[table + 1] ?? 0); at++) visit(others[at] ?? 0, nearness[at] ?? 0);
    },
  };
}

function joinsByNumber(
  model: SemanticModel,
  numberOf: (table: string) => number | undefined,
): Map<number, Set<number>> {
  const joined = new Map<number, Set<number>>();
  const connect = (a: number | undefined, b: number | undefined): void => {
    if (a === undefined || b === undefined || a === b) return;
    joined.set(a, (joined.get(a) ?? new Set()).add(b));
    joined.set(b, (joined.get(b) ?? new Set()).add(a));
  };
  for (const { from, to } of model.joins) connect(numberOf(from.table), numberOf(to.table));
  for (const { sources } of Object.values(model.entities)) connect(numberOf(sources[0]), numberOf(sources[1]));
  return joined;
}

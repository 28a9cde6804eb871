import type { SemanticModel } from '@querent/model';
import type { YieldToEventLoop } from './event-loop-yielder';

/**
 * Neighbouring tables: those joined by the model, and, since many databases declare no foreign keys, those that share a
 * rare column name. Each of `n` tables with a name is near the others by 1/(n-1), the chance of picking one at random;
 * a join counts 1.
 */
export interface TableNeighbours {
  /** Visits each neighbour with its nearness, above 0 and at most 1. */
  each(table: number, visit: (other: number, nearness: number) => void): void;
}

/** Column names that more tables share are ignored. */
const MOST_SHARING = 32;
/** Minimum nearness: common names such as `id` make no neighbours. */
const LEAST_NEARNESS = 0.2;
/** Maximum neighbours of a table. */
const MOST_NEIGHBOURS = 24;

/** @param numberOf the tables' numbers, below `capacity` */
export async function tableNeighbours(
  model: SemanticModel,
  numberOf: (table: string) => number | undefined,
  capacity: number,
  yieldToEventLoop: YieldToEventLoop,
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
      // One entry above the limit marks the name as too common.
      else if (known.length <= MOST_SHARING) known.push(number);
    }
    await yieldToEventLoop();
  }
  const joined = joinsByNumber(model, numberOf);
  const starts = new Uint32Array(capacity + 1);
  const nearest = new Map<number, [number, number][]>();
  const near = new Float64Array(capacity);
  for (const { number, columns } of tables) {
    const candidates = new Set<number>(joined.get(number));
    for (const other of candidates) near[other] = 1;
    for (const column of columns) {
      const sharers = sharing.get(column) ?? [];
      if (sharers.length > MOST_SHARING) continue;
      for (const other of sharers) {
        if (other === number) continue;
        if (near[other] === 0) candidates.add(other);
        near[other] = (near[other] ?? 0) + 1 / (sharers.length - 1);
      }
    }
    const found: [number, number][] = [];
    for (const other of candidates) {
      const how = near[other] ?? 0;
      if (how >= LEAST_NEARNESS) found.push([other, how]);
      near[other] = 0;
    }
    nearest.set(number, found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_NEIGHBOURS));
    await yieldToEventLoop();
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

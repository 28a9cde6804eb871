import { LRUCache } from 'lru-cache';
import type { ModelJoin } from './semantic-model';

/** One step of a join path. It fans out if it leads from the one side to the many side. */
export interface JoinStep {
  from: string;
  to: string;
  fromColumns: string[];
  toColumns: string[];
  fansOut: boolean;
}

export type JoinPath = { found: true; steps: JoinStep[] } | { found: false; reason: 'unreachable' | 'ambiguous' };

/**
 * The join path from one table to another: the path with the fewest steps that fan out, and among these the shortest. A
 * path that only fans out is preferred to a path that fans out and looks up: clients without appointments are those
 * whose pets have none, even if invoices refer to both. Paths of equal cost are ambiguous, because a choice would be a
 * guess. Joins of a table to itself are ignored: they are used by role tables only.
 */
export function joinPath(joins: readonly ModelJoin[], from: string, to: string): JoinPath {
  if (from === to) return { found: true, steps: [] };
  const shortest = pathsFrom(joins, from, 'all').get(to);
  if (!shortest) return { found: false, reason: 'unreachable' };
  const reached = (isMixed(shortest) && pathsFrom(joins, from, 'fanningOut').get(to)) || shortest;
  return reached.pathCount > 1 ? { found: false, reason: 'ambiguous' } : { found: true, steps: stepsTo(reached) };
}

/** Whether a path has both steps that fan out and look-ups. */
function isMixed(reached: Reached): boolean {
  const steps = stepsTo(reached);
  return steps.some(({ fansOut }) => fansOut) && steps.some(({ fansOut }) => !fansOut);
}

/** Whether every row of `from` refers to at most one row of `to`: the join path has no step that fans out. */
export function looksUp(joins: readonly ModelJoin[], from: string, to: string): boolean {
  const path = joinPath(joins, from, to);
  return path.found && path.steps.every((step) => !step.fansOut);
}

/** The table of the list that refers to all others, directly or not; undefined if there is none. */
export function homeOf(joins: readonly ModelJoin[], tables: readonly string[]): string | undefined {
  return tables.find((candidate) => tables.every((other) => looksUp(joins, candidate, other)));
}

/** Cost of a step that fans out: more than any path of look-ups in a real schema. */
const FAN_OUT_COST = 1000;

/** Additional cost of a role table: a path of equal length through the table itself is preferred. */
const ROLE_COST = 0.001;

/**
 * Additional cost of a path through a common owner, whose rows are hardly related: an exhibition is related to the
 * halls that it uses, and not to all halls of its museum. A path of equal length through rows that refer to both is
 * preferred.
 */
const SIBLING_COST = 0.01;

/**
 * The best path to a table: its last step, and the path before that. `pathCount` is the number of paths of this cost.
 */
interface Reached {
  cost: number;
  pathCount: number;
  step: JoinStep | null;
  before: Reached | null;
}

/** Cached paths per list of joins. Callers that need one path from a table usually need paths to all other tables. */
const found = new WeakMap<readonly ModelJoin[], Record<Walk, Walked>>();
const MAX_STARTS = 64;

/** The steps that a search may use. */
type Walk = 'all' | 'fanningOut';

interface Walked {
  steps: ReadonlyMap<string, JoinStep[]>;
  paths: LRUCache<string, Map<string, Reached>>;
}

function pathsFrom(joins: readonly ModelJoin[], from: string, walk: Walk): Map<string, Reached> {
  const graphs = found.get(joins) ?? graphsOf(joins);
  found.set(joins, graphs);
  const { steps, paths } = graphs[walk];
  const known = paths.get(from);
  if (known !== undefined) return known;
  const best = bestPaths(steps, from);
  paths.set(from, best);
  return best;
}

function graphsOf(joins: readonly ModelJoin[]): Record<Walk, Walked> {
  const steps = stepsByTable(joins);
  const fans = new Map([...steps].map(([table, own]) => [table, own.filter(({ fansOut }) => fansOut)]));
  const paths = (): Walked['paths'] => new LRUCache({ max: MAX_STARTS });
  return { all: { steps, paths: paths() }, fanningOut: { steps: fans, paths: paths() } };
}

/**
 * Dijkstra's algorithm with two queues instead of a heap: tables reached by look-ups and tables reached by steps that
 * fan out are each found in the order of cost.
 */
function bestPaths(steps: ReadonlyMap<string, JoinStep[]>, from: string): Map<string, Reached> {
  const start: Reached = { cost: 0, pathCount: 1, step: null, before: null };
  const best = new Map([[from, start]]);
  const [lookups, fanOuts]: [{ table: string; cost: number }[], { table: string; cost: number }[]] = [
    [{ table: from, cost: 0 }],
    [],
  ];
  const done = new Set<string>();
  for (let [l, f] = [0, 0]; l < lookups.length || f < fanOuts.length;) {
    const next = (lookups[l]?.cost ?? Infinity) <= (fanOuts[f]?.cost ?? Infinity) ? lookups[l++] : fanOuts[f++];
    const here = next && best.get(next.table);
    if (!next || !here || done.has(next.table)) continue;
    done.add(next.table);
    for (const step of steps.get(next.table) ?? []) {
      const isSibling = step.fansOut && here.step?.fansOut === false;
      const cost =
        here.cost +
        (step.fansOut ? FAN_OUT_COST : 1) +
        (step.to.includes('@') ? ROLE_COST : 0) +
        (isSibling ? SIBLING_COST : 0);
      const known = best.get(step.to);
      if (!known || cost < known.cost) {
        best.set(step.to, { cost, pathCount: here.pathCount, step, before: here });
        (step.fansOut ? fanOuts : lookups).push({ table: step.to, cost });
      } else if (cost === known.cost) {
        known.pathCount += here.pathCount;
      }
    }
  }
  return best;
}

function stepsTo(reached: Reached): JoinStep[] {
  const steps: JoinStep[] = [];
  for (let at: Reached | null = reached; at?.step; at = at.before) steps.unshift(at.step);
  return steps;
}

function stepsByTable(joins: readonly ModelJoin[]): Map<string, JoinStep[]> {
  const steps = new Map<string, JoinStep[]>();
  const add = (step: JoinStep): void => {
    const known = steps.get(step.from);
    if (known) known.push(step);
    else steps.set(step.from, [step]);
  };
  for (const { from, to } of joins) {
    if (from.table === to.table) continue;
    add({ from: from.table, to: to.table, fromColumns: from.columns, toColumns: to.columns, fansOut: false });
    add({ from: to.table, to: from.table, fromColumns: to.columns, toColumns: from.columns, fansOut: true });
  }
  return steps;
}

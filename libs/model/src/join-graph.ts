import { LRUCache } from 'lru-cache';
import type { ModelJoin } from './semantic-model';

/** One step along a join. `fansOut` when it goes from the one side to the many side. */
export interface JoinStep {
  from: string;
  to: string;
  fromColumns: string[];
  toColumns: string[];
  fansOut: boolean;
}

export type JoinPath = { found: true; steps: JoinStep[] } | { found: false; reason: 'unreachable' | 'ambiguous' };

/**
 * The way from one table to another over the model's joins: first the fewest steps that fan out (a
 * way of lookups beats any that multiplies rows), then the fewest steps. What the other table looks
 * up belongs to it, whichever of both one starts at: clients without appointments are those whose
 * pets have none, also where invoices refer to both. Two equally good ways are ambiguous: choosing
 * one of them would be a guess. A table's joins to itself are never walked, since a table's name
 * alone could not tell its two roles apart.
 */
export function joinPath(joins: readonly ModelJoin[], from: string, to: string): JoinPath {
  if (from === to) return { found: true, steps: [] };
  const shortest = waysFrom(joins, from, 'all').get(to);
  if (!shortest) return { found: false, reason: 'unreachable' };
  const reached = (turns(shortest) && waysFrom(joins, from, 'fanningOut').get(to)) || shortest;
  return reached.ways > 1 ? { found: false, reason: 'ambiguous' } : { found: true, steps: stepsTo(reached) };
}

/** Whether a way both fans out and looks up. */
function turns(reached: Reached): boolean {
  const steps = stepsTo(reached);
  return steps.some(({ fansOut }) => fansOut) && steps.some(({ fansOut }) => !fansOut);
}

/** Whether every row of `from` has at most one row of `to`: the way there is lookups alone. */
export function looksUp(joins: readonly ModelJoin[], from: string, to: string): boolean {
  const path = joinPath(joins, from, to);
  return path.found && path.steps.every((step) => !step.fansOut);
}

/** The table of the list from which all others are looked up, if there is one. */
export function homeOf(joins: readonly ModelJoin[], tables: readonly string[]): string | undefined {
  return tables.find((candidate) => tables.every((other) => looksUp(joins, candidate, other)));
}

/** Larger than any way of lookups through a real schema. */
const FAN_OUT_COST = 1000;

/** A way by the role of a thing is none where there is one as long by the thing itself. */
const ROLE_COST = 0.001;

/**
 * Rows that only share an owner are hardly related: halls that an exhibition uses, not all halls of its museum. As long
 * a way through rows that refer to both comes first.
 */
const SIBLING_COST = 0.01;

/** How a table is best reached: its last step, and the way before that. */
interface Reached {
  cost: number;
  ways: number;
  step: JoinStep | null;
  before: Reached | null;
}

/** What was found of a model's joins: whoever asks for one way from a table mostly asks for those to all others. */
const found = new WeakMap<readonly ModelJoin[], Record<Walk, Walked>>();
const MOST_STARTS = 64;

/** Steps that may be taken. */
type Walk = 'all' | 'fanningOut';

interface Walked {
  steps: ReadonlyMap<string, JoinStep[]>;
  ways: LRUCache<string, Map<string, Reached>>;
}

function waysFrom(joins: readonly ModelJoin[], from: string, walk: Walk): Map<string, Reached> {
  const graphs = found.get(joins) ?? graphsOf(joins);
  found.set(joins, graphs);
  const { steps, ways } = graphs[walk];
  const known = ways.get(from);
  if (known !== undefined) return known;
  const best = bestWays(steps, from);
  ways.set(from, best);
  return best;
}

function graphsOf(joins: readonly ModelJoin[]): Record<Walk, Walked> {
  const steps = stepsByTable(joins);
  const fans = new Map([...steps].map(([table, own]) => [table, own.filter(({ fansOut }) => fansOut)]));
  const ways = (): Walked['ways'] => new LRUCache({ max: MOST_STARTS });
  return { all: { steps, ways: ways() }, fanningOut: { steps: fans, ways: ways() } };
}

/**
 * Dijkstra's search, without a heap: what is reached by a lookup, and what by a step that fans out, comes each in the
 * order of its cost, so two queues merged are one in order.
 */
function bestWays(steps: ReadonlyMap<string, JoinStep[]>, from: string): Map<string, Reached> {
  const start: Reached = { cost: 0, ways: 1, step: null, before: null };
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
        best.set(step.to, { cost, ways: here.ways, step, before: here });
        (step.fansOut ? fanOuts : lookups).push({ table: step.to, cost });
      } else if (cost === known.cost) {
        known.ways += here.ways;
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

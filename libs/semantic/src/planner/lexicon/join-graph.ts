import type { ModelJoin, SemanticModel } from '../../model/semantic-model';

/** How rows of one table meet rows of another. */
export interface Reach {
  /** `one`: each row meets at most one; `many`: somewhere on the way one row meets several. */
  kind: 'same' | 'one' | 'many';
  steps: number;
  /** Two equally short ways exist (home team, away team): the question must say which. */
  ambiguous: boolean;
  /** The tables on the way, both ends included. */
  way: string[];
}

const reached = new WeakMap<SemanticModel, Map<string, Map<string, Reach>>>();

/** The way between two tables along the model's joins, to-one ways first, then the shortest; null when there is none. */
export function reach(model: SemanticModel, from: string, to: string): Reach | null {
  let byTable = reached.get(model);
  if (!byTable) reached.set(model, (byTable = new Map()));
  let known = byTable.get(from);
  if (!known) byTable.set(from, (known = explore(model.joins, from)));
  return known.get(to) ?? null;
}

/** Dijkstra over the joins; a step to the many side costs more than any way of to-one steps, so to-one ways win. */
function explore(joins: ModelJoin[], from: string): Map<string, Reach> {
  const found = new Map<string, Reach & { cost: number }>([[from, { kind: 'same', steps: 0, ambiguous: false, way: [from], cost: 0 }]]);
  const open = [from];
  while (open.length > 0) {
    open.sort((a, b) => (found.get(a)?.cost ?? 0) - (found.get(b)?.cost ?? 0));
    const table = open.shift() ?? '';
    const here = found.get(table);
    if (!here) continue;
    for (const step of stepsFrom(joins, table)) {
      const cost = here.cost + (step.many ? TO_MANY : 1);
      const before = found.get(step.to);
      if (before && before.cost === cost && step.to !== from) before.ambiguous = true;
      if (before && before.cost <= cost) continue;
      const kind = step.many || here.kind === 'many' ? 'many' : 'one';
      found.set(step.to, { kind, steps: here.steps + 1, ambiguous: here.ambiguous, way: [...here.way, step.to], cost });
      open.push(step.to);
    }
  }
  return found;
}

const TO_MANY = 100;

interface Step {
  to: string;
  many: boolean;
}

/** By the joins of a model, then by table: to go through all joins for each table of a thousand takes as long as all of its other reading. */
const stepsOf = new WeakMap<readonly ModelJoin[], Map<string, Step[]>>();

function stepsFrom(joins: readonly ModelJoin[], table: string): readonly Step[] {
  const known = stepsOf.get(joins) ?? stepsByTable(joins);
  stepsOf.set(joins, known);
  return known.get(table) ?? [];
}

function stepsByTable(joins: readonly ModelJoin[]): Map<string, Step[]> {
  const byTable = new Map<string, Step[]>();
  const add = (from: string, step: Step): void => {
    const steps = byTable.get(from);
    if (steps === undefined) byTable.set(from, [step]);
    else steps.push(step);
  };
  for (const { from, to } of joins) {
    if (from.table === to.table) continue;
    add(from.table, { to: to.table, many: false });
    add(to.table, { to: from.table, many: true });
  }
  return byTable;
}

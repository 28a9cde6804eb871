/** The database's cost estimate of a statement. */
export interface PlanEstimate {
  /** In the planner's unit: a page read in sequence is 1. */
  totalCost: number;
  /** Rows of the result. */
  rows: number;
  /** The largest number of rows that any step of the plan is expected to return or read. */
  scannedRows: number;
}

/** Rows of the connection's relations according to the planner, by name. */
export type RelationSizes = ReadonlyMap<string, number>;

type PlanNode = Readonly<Record<string, unknown>>;

/** How the steps above run a step. */
interface Demand {
  /** How often it restarts. */
  loops: number;
  /** Share of its rows that is requested each time: 1, or less below a LIMIT. */
  share: number;
  /** Parallel processes; the step's figures are per process. */
  workers: number;
}

/** Steps that read all input rows before they return their first. */
const BLOCKING = new Set(['Sort', 'Hash', 'Bitmap Heap Scan', 'BitmapAnd', 'BitmapOr', 'Recursive Union']);
/** Steps that read every row of a relation, however many they return. */
const READS_WHOLE_RELATION = new Set(['Seq Scan', 'Sample Scan', 'Foreign Scan']);

/**
 * Reads the answer of EXPLAIN (FORMAT JSON). A step's "Plan Rows" are per run; here they are multiplied by the runs of
 * a nested loop or a subquery and by parallel workers, and reduced to what a LIMIT above will request. A scan with a
 * filter reads the whole relation, whose size comes from `sizes`, because EXPLAIN omits it. Source of the figures:
 * https://www.postgresql.org/docs/current/using-explain.html
 *
 * The answer is untrusted: an invalid one gives an estimate of NaN.
 */
export function readPlanEstimate(answer: string, sizes: RelationSizes): PlanEstimate {
  const plan = planOf(answer);
  if (plan === undefined) return { totalCost: Number.NaN, rows: Number.NaN, scannedRows: Number.NaN };
  return {
    totalCost: figure(plan, 'Total Cost'),
    rows: figure(plan, 'Plan Rows'),
    scannedRows: Math.round(mostRows(plan, { loops: 1, share: 1, workers: 1 }, sizes)),
  };
}

function planOf(answer: string): PlanNode | undefined {
  try {
    const parsed: unknown = JSON.parse(answer);
    const plan: unknown = Array.isArray(parsed) && isNode(parsed[0]) ? parsed[0]['Plan'] : undefined;
    return isNode(plan) && typeof plan['Total Cost'] === 'number' ? plan : undefined;
  } catch {
    return undefined;
  }
}

function mostRows(node: PlanNode, demand: Demand, sizes: RelationSizes): number {
  const times = demand.loops * demand.share;
  const given = figure(node, 'Plan Rows') * demand.workers * times;
  const below = childrenOf(node).map((child) => mostRows(child, demandOn(child, node, demand), sizes));
  return Math.max(given, relationRows(node, sizes) * times, pairsCompared(node) * demand.workers * times, ...below);
}

function demandOn(child: PlanNode, parent: PlanNode, { loops, share, workers }: Demand): Demand {
  const relationship = child['Parent Relationship'];
  if (relationship === 'InitPlan') return { loops: 1, share: 1, workers: 1 };
  if (relationship === 'SubPlan')
    return { loops: isHashed(child, parent) ? loops : loops * share * rowsTested(parent), share: 1, workers };
  if (parent['Node Type'] === 'Limit') return { loops, share: share * limitedShare(parent, child), workers };
  if (parent['Node Type'] === 'Nested Loop' && relationship === 'Inner')
    return { loops: loops * share * figure(outerOf(parent), 'Plan Rows'), share: 1, workers };
  const processes =
    parent['Node Type'] === 'Gather' || parent['Node Type'] === 'Gather Merge' ? processesOf(parent) : workers;
  return { loops, share: isBlocking(parent) ? 1 : share, workers: processes };
}

function isBlocking(node: PlanNode): boolean {
  return (
    BLOCKING.has(String(node['Node Type'])) || (node['Node Type'] === 'Aggregate' && node['Strategy'] !== 'Sorted')
  );
}

/** The planner charges a LIMIT the share of its input's non-startup cost that it expects to run. */
function limitedShare(limit: PlanNode, input: PlanNode): number {
  const start = figure(input, 'Startup Cost');
  const whole = figure(input, 'Total Cost') - start;
  const share = whole > 0 ? (figure(limit, 'Total Cost') - start) / whole : 1;
  return Math.min(1, Math.max(0, share));
}

function relationRows(node: PlanNode, sizes: RelationSizes): number {
  const isIndexWalk = /^Index (Only )?Scan$/.test(String(node['Node Type'])) && node['Index Cond'] === undefined;
  if (!isIndexWalk && !READS_WHOLE_RELATION.has(String(node['Node Type']))) return 0;
  return sizes.get(String(node['Relation Name'])) ?? 0;
}

/** A nested loop compares every row of one side with every row that the other returns for it. */
function pairsCompared(node: PlanNode): number {
  if (node['Node Type'] !== 'Nested Loop') return 0;
  const inner = childrenOf(node).find((child) => child['Parent Relationship'] === 'Inner');
  return figure(outerOf(node), 'Plan Rows') * (inner ? figure(inner, 'Plan Rows') : 0);
}

/** Rows for which a step runs a subquery of its condition: at least those that pass. */
function rowsTested(node: PlanNode): number {
  const inputs = childrenOf(node).filter((child) => child['Parent Relationship'] === 'Outer');
  return Math.max(figure(node, 'Plan Rows'), ...inputs.map((input) => figure(input, 'Plan Rows')));
}

/** A hashed subquery runs once; the step's condition names it. */
function isHashed(subplan: PlanNode, parent: PlanNode): boolean {
  const mark = `hashed ${String(subplan['Subplan Name'])}`;
  return Object.values(parent).some((value) => typeof value === 'string' && value.includes(mark));
}

/**
 * The planner assumes that the leading process contributes less the more workers it serves. Source:
 * get_parallel_divisor in costsize.c
 */
function processesOf(gather: PlanNode): number {
  const workers = figure(gather, 'Workers Planned');
  return workers + Math.max(0, 1 - 0.3 * workers);
}

function outerOf(join: PlanNode): PlanNode {
  return childrenOf(join).find((child) => child['Parent Relationship'] === 'Outer') ?? {};
}

function childrenOf(node: PlanNode): PlanNode[] {
  const children = node['Plans'];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

function figure(node: PlanNode, name: string): number {
  const value = node[name];
  return typeof value === 'number' && value >= 0 ? value : 0;
}

function isNode(value: unknown): value is PlanNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

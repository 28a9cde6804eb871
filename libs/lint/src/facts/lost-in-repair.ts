import { aggregateKey, filterKey, joinKey } from './filter-key';
import { excuses, type Excuse } from './excuse';
import type { AggregateFact, FilterFact, JoinFact, OutputFact, StatementFacts } from './statement-facts';

/**
 * The parts of the earlier statement that a repair lost, one short technical text each; [] if nothing is lost. Only
 * faulty parts may change: a condition on a column that does not exist keeps its operator and values, one with a wrong
 * value keeps its column.
 *
 * @param excused fragments that a lint or the database reported as faulty: names, values, pieces of SQL
 */
export function lostInRepair(before: StatementFacts, after: StatementFacts, excused: string[]): string[] {
  const excuse = excuses([...excused, ...before.unknown], after.unknown);
  if (!after.readable) return ['the statement does not parse'];
  if (!before.readable) return lostLiterals(before, after, excuse);
  return [
    ...before.relations
      .filter((relation) => !after.relations.includes(relation) && !excuse.names(relation))
      .map((relation) => `relation ${relation}`),
    ...before.filters
      .filter((filter) => !isKept(filter, before, after, excuse))
      .map((filter) => `filter ${filterKey(filter)}`),
    ...before.joins.filter((join) => !isJoined(join, after, excuse)).map((join) => `join condition ${joinKey(join)}`),
    ...lostOuterJoins(before, after),
    ...before.aggregates
      .filter((aggregate) => !isMeasured(aggregate, after, excuse))
      .map((aggregate) => `metric ${aggregateKey(aggregate)}`),
    ...before.outputs
      .filter((output) => !isShown(output, after, excuse))
      .map((output) => `output column ${output.name}`),
    ...lostTops(before, after, excuse),
    ...(before.distinct && !after.distinct && !after.grouped ? ['distinct'] : []),
    ...lostSetOperations(before, after),
  ];
}

/** Conditions that a repair added and that narrow the result: suspicious unless the question names them. */
export function addedInRepair(before: StatementFacts, after: StatementFacts, excused: string[]): string[] {
  if (!before.readable || !after.readable) return [];
  const excuse = excuses([...excused, ...before.unknown], after.unknown);
  return (
    after.filters
      .filter(
        (filter) => filter.op !== 'null' && filter.clause !== 'aggregate' && !isKept(filter, after, before, excuse),
      )
      // A missing required condition is named by its column.
      .filter(({ column }) => column === null || !excuse.names(column.column))
      .filter(
        (filter) =>
          !before.filters.some((old) => sameButColumn(old, filter) && excuse.touches(old.subject)) &&
          !before.filters.some(
            (old) => old.subject === filter.subject && old.values.some((value) => excuse.hasValue(value)),
          ),
      )
      .map((filter) => `filter ${filterKey(filter)}`)
  );
}

function lostLiterals(before: StatementFacts, after: StatementFacts, excuse: Excuse): string[] {
  const kept = new Set(after.literals);
  return before.literals
    .filter((literal) => literal.trim() !== '' && !kept.has(literal) && !excuse.hasValue(literal))
    .map((literal) => `value ${literal}`);
}

/** A condition is kept if it is unchanged, or differs only in its faulty part. */
function isKept(filter: FilterFact, before: StatementFacts, after: StatementFacts, excuse: Excuse): boolean {
  const reachable = after.filters.filter(
    (candidate) => inSameClause(filter, candidate, after) && (filter.alternative || !candidate.alternative),
  );
  const key = filterKey(filter);
  if (reachable.some((candidate) => filterKey(candidate) === key)) return true;
  if (reachable.some((candidate) => isSameBound(filter, candidate)) || excludesSame(filter, reachable)) return true;
  if (
    filter.op === 'exists' &&
    after.filters.some(
      ({ op, negated, column }) =>
        op === 'null' && !negated && column && filter.subject.split(', ').includes(column.table),
    )
  )
    return true;
  if (
    filter.op === 'null' &&
    !filter.negated &&
    filter.column &&
    before.optional.includes(filter.column.table) &&
    after.filters.some(({ op, subject }) => op === 'exists' && subject.split(', ').includes(filter.column?.table ?? ''))
  )
    return true;
  if (excuse.touches(filter.subject) && reachable.some((candidate) => sameButColumn(filter, candidate))) return true;
  if (
    filter.against !== null &&
    excuse.touches(filter.against) &&
    reachable.some(({ subject, op, against }) => subject === filter.subject && op === filter.op && against !== null)
  )
    return true;
  const wrong = filter.values.filter((value) => excuse.hasValue(value));
  return (
    wrong.length > 0 &&
    reachable.some(
      (candidate) =>
        candidate.subject === filter.subject &&
        sameOperator(filter, candidate) &&
        candidate.values.length > 0 &&
        filter.values.every((value) => wrong.includes(value) || candidate.values.includes(value)),
    )
  );
}

/** A condition on rows replaces one on the rows of each aggregate, but not vice versa. */
function inSameClause(filter: FilterFact, candidate: FilterFact, after: StatementFacts): boolean {
  if (filter.clause === 'aggregate' || candidate.clause !== 'aggregate') return true;
  const key = filterKey(candidate);
  return (
    after.aggregates.length > 0 &&
    !after.grouped &&
    after.aggregates.every((aggregate) => aggregate.filter.some((own) => filterKey(own) === key))
  );
}

function isJoined(join: JoinFact, after: StatementFacts, excuse: Excuse): boolean {
  if (after.joins.some((candidate) => joinKey(candidate) === joinKey(join))) return true;
  if (join.op === '=' && joinedTogether(join, after.joins)) return true;
  if (
    after.filters.some(
      ({ op, subject }) =>
        join.op === '=' &&
        op === 'exists' &&
        subject.split(', ').some((table) => join.left.startsWith(`${table}.`) || join.right.startsWith(`${table}.`)),
    )
  )
    return true;
  const [left, right] = [excuse.touches(join.left), excuse.touches(join.right)];
  if (left && right) return true;
  const sound = left ? join.right : join.left;
  return (
    (left || right) &&
    after.joins.some((candidate) => candidate.op === join.op && (candidate.left === sound || candidate.right === sound))
  );
}

/** An outer join that became an inner one drops rows, unless a condition dropped them already. */
function lostOuterJoins(before: StatementFacts, after: StatementFacts): string[] {
  const narrowed = (table: string): boolean =>
    before.filters.some(
      ({ clause, column, op, negated }) => clause === 'where' && column?.table === table && (op !== 'null' || negated),
    );
  const isGone = (table: string): boolean =>
    !after.optional.includes(table) && after.relations.includes(table) && !narrowed(table);
  return before.optional
    .filter((table) => isGone(table) && !after.filters.some(({ op }) => op === 'exists'))
    .map((table) => `outer join of ${table}`);
}

function isMeasured(aggregate: AggregateFact, after: StatementFacts, excuse: Excuse): boolean {
  const key = aggregateKey(aggregate);
  const bare = aggregateKey({ ...aggregate, filter: [] });
  if (
    after.aggregates.some(
      (candidate) =>
        aggregateKey(candidate) === key ||
        (aggregateKey({ ...candidate, filter: [] }) === bare && aggregate.filter.length > 0),
    )
  )
    return true;
  const atFault = excuse.touches(aggregate.argument) || excuse.quotes(bare);
  return (
    atFault &&
    after.aggregates.some(
      ({ fn, column }) =>
        fn === aggregate.fn ||
        (column !== null && column.table === aggregate.column?.table && column.column === aggregate.column.column),
    )
  );
}

/** A column is shown if all its components are shown, in one column or in several. */
function isShown(output: OutputFact, after: StatementFacts, excuse: Excuse): boolean {
  if (output.kind === 'constant') return true;
  if (after.outputs.some(({ text }) => text === output.text)) return true;
  const reads = new Set(after.outputs.flatMap((column) => column.reads));
  const aggregates = new Set(after.outputs.flatMap((column) => column.aggregates));
  const missing = [
    ...output.reads.filter((column) => !reads.has(column)),
    ...output.aggregates.filter((key) => !aggregates.has(key)),
  ];
  if (missing.length === 0)
    return output.reads.length + output.aggregates.length > 0 || after.outputs.some(({ name }) => name === output.name);
  return (
    missing.every((part) => excuse.touches(part)) ||
    after.outputs.some(
      ({ name, kind }) =>
        name === output.name && kind === output.kind && (excuse.touches(output.text) || output.kind === 'aggregate'),
    )
  );
}

function lostTops(before: StatementFacts, after: StatementFacts, excuse: Excuse): string[] {
  return before.tops.flatMap((top) => {
    if (excuse.hasValue(top.limit)) return [];
    const [by] = top.order;
    const same = after.tops.filter(({ limit }) => limit === top.limit);
    if (same.length === 0) return [`limit ${top.limit}`];
    if (
      !by ||
      same.some(
        ({ order: [first] }) =>
          first?.descending === by.descending &&
          (first.text === by.text || excuse.touches(by.text) || /\(/.test(by.text)),
      )
    )
      return [];
    return [`order by ${by.text}${by.descending ? ' desc' : ''}`];
  });
}

function lostSetOperations(before: StatementFacts, after: StatementFacts): string[] {
  const left = [...after.setOperations];
  return before.setOperations.filter((operation) => {
    const at = left.indexOf(operation);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && !(operation.startsWith('except') && after.filters.some(({ op }) => op === 'exists'));
  });
}

/** Whether the equality follows from others: a = b and b = c imply a = c. */
function joinedTogether({ left, right }: JoinFact, joins: readonly JoinFact[]): boolean {
  const reached = new Set([left]);
  const equalities = joins.filter(({ op }) => op === '=');
  for (let grew = true; grew;) {
    const before = reached.size;
    for (const join of equalities) {
      if (reached.has(join.left)) reached.add(join.right);
      else if (reached.has(join.right)) reached.add(join.left);
    }
    grew = reached.size > before;
  }
  return reached.has(right);
}

/** Whether two conditions compare in the same way; IN is an equality with several values. */
const sameOperator = (a: FilterFact, b: FilterFact): boolean => operatorClass(a) === operatorClass(b);
const operatorClass = ({ op, negated }: FilterFact): string => {
  if (op === 'in') return negated ? '<>' : '=';
  return negated ? `not ${op}` : op;
};
/** The same condition, possibly on another column. */
const sameButColumn = (a: FilterFact, b: FilterFact): boolean =>
  sameOperator(a, b) && a.values.join('|') === b.values.join('|') && (a.against === null) === (b.against === null);

/** `NOT IN (a, b)` and `<> a AND <> b` exclude the same rows. */
function excludesSame(filter: FilterFact, others: readonly FilterFact[]): boolean {
  const leftOut = (one: FilterFact): boolean =>
    one.subject === filter.subject &&
    one.values.length > 0 &&
    !one.alternative &&
    (one.op === '<>' || (one.op === 'in' && one.negated));
  if (!leftOut(filter) || filter.against !== null) return false;
  const values = new Set(others.filter(leftOut).flatMap((other) => other.values));
  return filter.values.every((value) => values.has(value));
}

/** `< 2025-01-01` and `<= 2024-12-31` end on the same day, `> 4` and `>= 5` begin at the same whole number. */
function isSameBound(a: FilterFact, b: FilterFact): boolean {
  if (a.subject !== b.subject || a.values.length !== 1 || b.values.length !== 1) return false;
  const [x, y] = [bound(a), bound(b)];
  return x !== null && x === y;
}

function bound({ op, values }: FilterFact): string | null {
  const [value = ''] = values;
  const step = op === '<=' || op === '>' ? 1 : 0;
  const side = op === '<' || op === '<=' ? 'below' : op === '>' || op === '>=' ? 'from' : null;
  if (side === null) return null;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  return `${side} ${new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + step)).toISOString().slice(0, 10)}`;
}

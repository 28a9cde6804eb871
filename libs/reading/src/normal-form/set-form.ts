import type { ColumnRef, Filter, Order } from '@querent/contracts';
import { attach, type Facts, isBound, periodFilter, type SetMeaning } from '@querent/grammar';
import { isKeyLabel } from '@querent/model';
import { nearNotes, nearOf } from './near-form';
import { withTimeColumn } from './clocks';
import { type Context, empty, type Normal, ranked } from './empty-form';
import { addsUp, isPlain } from '@querent/constructions';
import { figureForms } from './figure-form';
import { withoutOrdered } from './filters-normalised';

/** Conditions that do not fix the value of a column. */
const MAY_DIFFER: ReadonlySet<Filter['kind']> = new Set<Filter['kind']>(['null', 'time', 'compare_columns', 'text']);

/** The queries of a set: its rows, or its groups within bounds, one query for each time column of its periods. */
export function setForms(set: SetMeaning, context: Context): Normal[] {
  const { facts } = context;
  const [bound] = set.having;
  if (bound) return boundedForms(set, bound, context);
  return withTimeColumn(set.thing, set.clock, set.periods, context).map(({ filters, cost: found, notes }) => {
    let cost = found;
    const base = empty(set.thing, context);
    const near = nearOf(facts, set);
    const order: Order[] = set.order.map(({ column, direction, since }) => ({
      by: { kind: 'column', column, ...(since && { since }) },
      direction,
    }));
    const rowOrder = set.order.length > 0 && base.query.subject.kind === 'entity' ? 'detail' : base.query.strategy;
    // Columns with a value that the question states need not be shown.
    const known = [...set.filters, ...filters].flatMap((filter) =>
      // These values still differ: amounts within bounds, times within a period, texts that contain a word, and columns
      // compared with others.
      !MAY_DIFFER.has(filter.kind) && 'column' in filter && !isBound(filter) ? [filter.column] : [],
    );
    const asked = set.select.filter(({ table, column }) => !isIdentity(facts, set, { table, column }));
    if (asked.some(({ table, column }) => known.some((one) => one.table === table && one.column === column)))
      cost += 0.4;
    // The value that rows are ordered by belongs to the answer.
    const onlyOrder = set.select.every((column) => set.order.some((order) => order.column.column === column.column));
    const isEntity = base.query.subject.kind === 'entity';
    const select = (set.order.length > 0 && onlyOrder ? (isEntity ? [] : withName(facts, set)) : set.select).map(
      (ref) => (isKeyLabel(facts.column(ref)?.label ?? {}) ? ref : facts.displayColumn(ref)),
    );
    if (set.limit !== null && set.order.length === 0 && near === null) cost += 0.3;
    return {
      cost,
      notes: [...notes, ...nearNotes(set)],
      query: {
        ...base.query,
        strategy: rowOrder,
        filters: withoutOrdered([...set.filters, ...filters], set),
        select: eachOnce(select),
        distinct: set.distinct,
        order: near && order.length === 0 ? [{ by: { kind: 'distance' }, direction: 'asc' }] : order,
        ...ranked(set),
        ...(near && { near, strategy: 'spatial' as const }),
      },
    };
  });
}

/**
 * Whether a column identifies the rows beside the columns asked for: "pets called Lucky and their owners" shows which
 * pet.
 */
function isIdentity(facts: Facts, set: SetMeaning, { table, column }: ColumnRef): boolean {
  const name = set.select.length > 1 ? facts.nameColumn(set.thing) : null;
  return name !== null && name.table === table && name.column === column;
}

const eachOnce = (columns: readonly ColumnRef[]): ColumnRef[] => [
  ...new Map(columns.map((column) => [`${column.table}.${column.column}`, column])).values(),
];

function withName(facts: Facts, set: SetMeaning): ColumnRef[] {
  const name = facts.nameColumn(set.thing);
  const key = name && facts.columnBesideName(name);
  return name
    ? [
        name,
        ...(key ? [key] : []),
        ...set.order
          .flatMap(({ column, since }) => (since ? [{ table: since.table, column: since.column }, column] : [column]))
          .filter(({ column }) => column !== name.column),
      ]
    : [];
}

/** "Customers whose freight exceeds 1000": the figure's rows grouped by thing, within a bound. */
function boundedForms(set: SetMeaning, { figure }: SetMeaning['having'][number], context: Context): Normal[] {
  const { facts } = context;
  if (set.having.some((other) => JSON.stringify(other.figure) !== JSON.stringify(figure))) return [];
  const name = facts.nameColumn(set.thing);
  const narrowedBy = attach(facts, figure.thing, set.thing, set.filters);
  if (!name || !narrowedBy || set.order.length > 0 || (set.periods.length > 0 && set.clock === null)) return [];
  const own = set.periods.map((use) => periodFilter(facts, use, use.column ?? (set.clock as ColumnRef)));
  return figureForms(
    {
      ...figure,
      filters: [...figure.filters, ...narrowedBy.filters, ...own],
      keys: [{ column: name, grain: null }],
      ...(holdsOfNone(facts, set) && { withNone: true }),
    },
    context,
  ).map((normal) => {
    const [measure] = normal.query.measures;
    const bounds = set.having.filter(
      (one) => one.figure === figure || JSON.stringify(one.figure) === JSON.stringify(figure),
    );
    return measure
      ? { ...normal, query: { ...normal.query, having: bounds.map(({ op, value }) => ({ measure, op, value })) } }
      : normal;
  });
}

/** Whether things without rows are within all bounds: the count or sum of no rows is 0. */
const holdsOfNone = (facts: Facts, { having }: SetMeaning): boolean =>
  having.every(
    ({ figure, op, value }) =>
      isPlain(figure) && addsUp(facts, figure) && ((op === '<' && value > 0) || (op === '<=' && value >= 0)),
  );

import { type ColumnRef, comparedColumns, type Filter, type Scalar, type SemanticQuery } from '@querent/contracts';
import { type Facts, isOfAny, type SetMeaning } from '@querent/grammar';

/**
 * Whether no row can satisfy all conditions: two values of one column, two disjoint times, or related rows that both
 * exist and do not.
 */
export function isContradictory(filters: readonly Filter[]): boolean {
  if (filters.some((one) => one.kind === 'exists' && isContradictory(one.filters))) return true;
  const values = new Map<string, string>();
  for (const one of filters) {
    if (one.kind !== 'compare' || one.op !== '=') continue;
    const key = `${one.column.table}.${one.column.column}`;
    if (values.has(key) && values.get(key) !== String(one.value)) return true;
    values.set(key, String(one.value));
  }
  for (const one of filters) {
    if (one.kind !== 'in' || one.negated) continue;
    const value = values.get(`${one.column.table}.${one.column.column}`);
    if (value !== undefined && !one.values.some((other) => String(other) === value)) return true;
  }
  const listed = filters.flatMap((one) => (one.kind === 'in' && !one.negated ? [one] : []));
  const isApart = listed.some((one) =>
    listed.some(
      (other) =>
        other.column.table === one.column.table &&
        other.column.column === one.column.column &&
        !one.values.some((value) => other.values.includes(value)),
    ),
  );
  if (isApart) return true;
  const times = filters.flatMap((one) => (one.kind === 'time' && !one.negated ? [one] : []));
  const apart = times.some(({ column, range: { from } }) =>
    times.some(
      (other) =>
        other.column.table === column.table &&
        other.column.column === column.column &&
        from !== null &&
        other.range.to !== null &&
        from >= other.range.to,
    ),
  );
  if (apart) return true;
  const related = filters.flatMap((one) => (one.kind === 'exists' && !one.count && !one.all ? [one] : []));
  const without = related.filter((one) => one.negated && one.filters.length === 0);
  return related.some((one) => !one.negated && without.some(({ table }) => table === one.table));
}

/**
 * Whether a condition on related rows is on the table of the rows themselves: no join path leads from a table to
 * itself.
 */
export function isRelatedToItself({ subject, filters }: Pick<SemanticQuery, 'subject' | 'filters'>): boolean {
  const isTied = (own: readonly Filter[], table: string | null): boolean =>
    own.some((one) =>
      one.kind === 'exists'
        ? one.table === table || isTied(one.filters, one.table)
        : one.kind === 'or' && isTied(one.filters, table),
    );
  return isTied(filters, subject.kind === 'table' ? subject.name : null);
}

/**
 * Removes conditions that a value exists where another condition compares that value, or the value of the referenced
 * row; `refersTo` returns the column that a column references.
 */
export function withoutImplied(
  filters: readonly Filter[],
  refersTo: (column: ColumnRef) => string | null = () => null,
): Filter[] {
  const implies = (one: Filter, known: ColumnRef): boolean =>
    one.kind === 'or'
      ? one.filters.every((part) => implies(part, known))
      : one.kind !== 'null' &&
        comparedColumns(one).some(
          ({ table, column }) => (table === known.table && column === known.column) || table === refersTo(known),
        );
  return withoutWiderTimes(withoutRepeats(filters.flatMap(inPeriodsApart)))
    .filter((one) => one.kind !== 'null' || !one.negated || !filters.some((other) => implies(other, one.column)))
    .filter((one) => !isImpliedRow(one, filters))
    .map((one) => (one.kind === 'exists' ? { ...one, filters: withoutImplied(one.filters) } : one));
}

/**
 * "Ordered last year but not this year": the denied period is about the related rows together. Rows of one period are
 * trivially not in another, so the denial becomes a condition that there are no rows in the other period.
 */
function inPeriodsApart(one: Filter): Filter[] {
  if (!isOfAny(one)) return [one];
  const times = one.filters.flatMap((own) => (own.kind === 'time' ? [own] : []));
  const [wanted, denied, ...more] = [...times].sort((a, b) => Number(a.negated) - Number(b.negated));
  if (!wanted || !denied || more.length > 0 || wanted.negated || !denied.negated || !areApart(wanted, denied))
    return [one];
  const others = one.filters.filter((own) => own !== wanted && own !== denied);
  return [
    { ...one, filters: [...others, wanted] },
    { ...one, filters: [...others, { ...denied, negated: false }], negated: true },
  ];
}

type TimeFilter = Extract<Filter, { kind: 'time' }>;

/** Whether two ranges of one column have no day in common. */
function areApart({ column, range: one }: TimeFilter, { column: other, range: two }: TimeFilter): boolean {
  const isBefore = (to: string | null, from: string | null): boolean => to !== null && from !== null && to <= from;
  return (
    column.table === other.table &&
    column.column === other.column &&
    (isBefore(one.to, two.from) || isBefore(two.to, one.from))
  );
}

/** Removes a period where another condition on the time is inside it: rows that expired last month have expired. */
const withoutWiderTimes = (filters: readonly Filter[]): Filter[] =>
  filters.filter(
    (one, at) =>
      !filters.some((other, index) => index !== at && isWithin(other, one) && (index < at || !isWithin(one, other))),
  );

/** Whether a condition requires a time inside the period of another one. */
function isWithin(one: Filter, other: Filter): boolean {
  if (one.kind !== 'time' || other.kind !== 'time' || one.negated || other.negated) return false;
  if (one.column.table !== other.column.table || one.column.column !== other.column.column) return false;
  const [inner, outer] = [one.range, other.range];
  const isFrom = outer.from === null || (inner.from !== null && inner.from >= outer.from);
  return isFrom && (outer.to === null || (inner.to !== null && inner.to <= outer.to));
}

/** Whether other conditions imply that there are rows: some of a kind, or a minimum number of them. */
const isImpliedRow = (one: Filter, filters: readonly Filter[]): boolean =>
  isOfAny(one) &&
  one.filters.length === 0 &&
  filters.some(
    (other) =>
      (other.kind === 'bound' && isCountOf(one.table, other)) ||
      (other !== one &&
        other.kind === 'exists' &&
        other.table === one.table &&
        !other.negated &&
        !other.all &&
        (other.count ? isSome(other.count) : other.filters.length > 0)),
  );

const isSome = ({ op, value }: { op: string; value: number }): boolean =>
  op.startsWith('>') || (op === '=' && value > 0);

const isCountOf = (table: string, { measure: { what }, op, value }: Extract<Filter, { kind: 'bound' }>): boolean =>
  what.kind === 'aggregate' && what.table === table && what.fn.startsWith('count') && op.startsWith('>') && value > 0;

/** Where only the first rows of an order are asked for, rows without a value to order by are excluded anyway. */
export function withoutOrdered(filters: Filter[], { order, limit }: SetMeaning): Filter[] {
  if (limit === null) return filters;
  return filters.filter(
    (one) =>
      one.kind !== 'null' ||
      !one.negated ||
      !order.some(({ column }) => column.table === one.column.table && column.column === one.column.column),
  );
}

/** "Not A and not B" means neither of them. */
function withoutRepeats(filters: readonly Filter[]): Filter[] {
  const denied = filters.flatMap((one) =>
    one.kind === 'compare' && one.op === '!=' && typeof one.value !== 'boolean' ? [one] : [],
  );
  const merged = denied
    .filter(
      (one, at) =>
        denied.findIndex(
          (other) => other.column.table === one.column.table && other.column.column === one.column.column,
        ) === at,
    )
    .map((one): Filter => {
      const values = denied
        .filter(({ column }) => column.table === one.column.table && column.column === one.column.column)
        .map(({ value }) => value);
      return values.length === 1 ? one : { kind: 'in', column: one.column, values, negated: true };
    });
  return [...filters.filter((one) => !denied.some((other) => other === one)), ...merged];
}

/** Stored texts that mean yes or no. */
const ANSWERS: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ...['y', 'yes', 't', 'true', '是'].map((text) => [text, 'yes'] as const),
  ...['n', 'no', 'f', 'false', '否'].map((text) => [text, 'no'] as const),
]);

/**
 * Turns "not Y" into "N" where a column stores one word for yes, one for no, and no other. A missing answer is neither.
 */
export function otherAnswer(one: Filter, facts: Facts): Filter {
  if (one.kind === 'exists' || one.kind === 'or')
    return { ...one, filters: one.filters.map((part) => otherAnswer(part, facts)) };
  const denied = deniedBy(one);
  if (denied === null || !('column' in one)) return one;
  const { storedValues = [], storedValuesComplete = false } = facts.column(one.column) ?? {};
  const kinds = new Set(storedValues.map((value) => ANSWERS.get(value.trim().toLowerCase())));
  if (!storedValuesComplete || storedValues.length !== 2 || kinds.size !== 2 || kinds.has(undefined)) return one;
  const [other, ...more] = storedValues.filter((value) => !denied.includes(value));
  const { column, span } = one;
  return other === undefined || more.length > 0
    ? one
    : { ...(span && { span }), kind: 'compare', column, op: '=', value: other };
}

function deniedBy(one: Filter): readonly Scalar[] | null {
  if (one.kind === 'compare' && one.op === '!=') return [one.value];
  return one.kind === 'in' && one.negated ? one.values : null;
}

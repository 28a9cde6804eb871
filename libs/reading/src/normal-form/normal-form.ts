import {
  type Against,
  type ColumnRef,
  comparedColumns,
  conditionsIn,
  conditionsWithin,
  type Filter,
  type Measure,
  type SemanticQuery,
  type TimePart,
} from '@querent/contracts';
import { boundedFigure } from '@querent/model';
import {
  type ColumnsMeaning,
  countOf,
  type FigureMeaning,
  figureOf,
  isCount,
  labelledRange,
  type Meaning,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { type Context, empty, type Normal } from './empty-form';
import { figureForms } from './figure-form';
import { isContradictory, isRelatedToItself, otherAnswer, withoutImplied } from './filters-normalised';
import { measureLabel } from './labels';
import { rankedByAny } from '@querent/rankings';
import { setsOfTwo } from '@querent/constructions';
import { setForms } from './set-form';

/**
 * The semantic queries of a meaning of the whole question: one for each choice that the words leave open (which time
 * column, sum or average), with the choice's cost. None if the meaning is no question.
 */
export function normalForms(meaning: Meaning, context: Context): Normal[] {
  return formsOf(meaning, context)
    .filter(
      ({ query }) =>
        !isContradictory(query.filters) &&
        !isRelatedToItself(query) &&
        !deniesOneOfSeveralRows(query, context) &&
        !needsFinerTime(query, context),
    )
    .map((normal) => ({
      ...normal,
      query: withLabels(
        {
          ...normal.query,
          filters: withoutImplied(
            withoutKnownReferences(
              withoutImplied(normal.query.filters, (ref) => context.facts.refersTo(ref)),
              context,
            ).flatMap((one) =>
              withKnownFigure(one, normal.query, context).map((known) => otherAnswer(known, context.facts)),
            ),
          ),
        },
        context,
      ),
    }));
}

/**
 * A denial of a value stored in several rows must hold for all of them: a river that does not run through Utah. One
 * query over these rows cannot express that.
 */
function deniesOneOfSeveralRows({ subject, filters }: SemanticQuery, { facts }: Context): boolean {
  const name = subject.kind === 'table' ? facts.nameColumn(subject.name) : null;
  const isDenied = (one: Filter): boolean =>
    ((one.kind === 'compare' && one.op === '!=') || (one.kind === 'in' && one.negated)) &&
    !(one.column.table === name?.table && one.column.column === name.column);
  return name !== null && filters.some(isDenied) && facts.hasSeveralRowsOfOne(subject.name);
}

/** Whether a query needs a part of a time that its column does not store: hours of a date, days of a year. */
function needsFinerTime({ filters, dimensions, measures, having }: SemanticQuery, { facts }: Context): boolean {
  const isKept = (column: ColumnRef, part: TimePart | 'time_of_day'): boolean =>
    part === 'hour' || part === 'time_of_day' ? facts.hasTimeOfDay(column) : facts.isDate(column);
  const isFiner = (one: Filter): boolean =>
    one.kind === 'recurring' ? !isKept(one.column, one.times.unit) : conditionsWithin(one).some(isFiner);
  const figures = [...measures, ...having.map(({ measure }) => measure)];
  return (
    dimensions.some(({ column, part }) => part !== undefined && !isKept(column, part)) ||
    [...filters, ...figures.flatMap(conditionsIn)].some(isFiner)
  );
}

/** A row whose figure is unknown is neither free nor not free. */
function withKnownFigure(one: Filter, query: SemanticQuery, context: Context): Filter[] {
  const { facts } = context;
  if (one.kind === 'exists')
    return [{ ...one, filters: one.filters.flatMap((part) => withKnownFigure(part, query, context)) }];
  const term = one.kind === 'term' && one.negated ? facts.model.terms[one.id] : undefined;
  const figure = term && boundedFigure(facts.model, term);
  if (!figure) return [one];
  const { subject } = query;
  const column = (subject.kind === 'entity' && facts.fieldOf(subject.name, figure)) || figure;
  return [one, { kind: 'null', column, negated: true }];
}

/** A condition on the advisor already implies that there is one. */
const withoutKnownReferences = (filters: readonly Filter[], { facts }: Context): Filter[] =>
  filters.filter((one) => {
    const thing = one.kind === 'null' && one.negated ? facts.refersTo(one.column) : null;
    return !filters.some(
      (other) => thing !== null && other.kind !== 'null' && comparedColumns(other).some(({ table }) => table === thing),
    );
  });

/** Labels the figures inside a query that conditions and ratios use. */
function withLabels(query: SemanticQuery, { facts, locale }: Context): SemanticQuery {
  const named = (measure: Measure): Measure => ({
    ...measure,
    label: measure.label || measureLabel(facts, measure, locale),
    ...(measure.where && { where: measure.where.map(filter) }),
    ...(measure.per && { per: named(measure.per) }),
  });
  const withLabelledAgainst = (against?: Against) =>
    against?.among && { against: { ...against, among: against.among.map(filter) } };
  const filter = (one: Filter): Filter => {
    if (one.kind === 'time') return { ...one, range: labelledRange(one.range, locale) };
    if (one.kind === 'bound') return { ...one, measure: named(one.measure), ...withLabelledAgainst(one.against) };
    if (one.kind === 'compare_aggregate') return one.among ? { ...one, among: one.among.map(filter) } : one;
    return one.kind === 'exists' || one.kind === 'or' ? { ...one, filters: one.filters.map(filter) } : one;
  };
  const having = query.having.map((one) => ({ ...one, ...withLabelledAgainst(one.against) }));
  return { ...query, filters: query.filters.map(filter), measures: query.measures.map(named), having };
}

function formsOf(meaning: Meaning, context: Context): Normal[] {
  if (meaning.cat === 'set')
    return isOnlyDated(meaning, context) ? datedForms(meaning, context) : setForms(meaning, context);
  if (meaning.cat === 'two_sets') return setsOfTwo(context.facts, meaning).flatMap((set) => setForms(set, context));
  if (meaning.cat === 'headless') return setForms(meaning.what, context);
  if (meaning.cat === 'figure') return figuresOf(meaning, context);
  if (meaning.cat === 'columns') return columnForms(meaning, context);
  if (meaning.cat === 'top')
    return rankedByAny(context.facts, meaning).flatMap((one) =>
      formsOf(one, context).map((normal) => ({ ...normal, cost: normal.cost + BY_ANY_FIGURE })),
    );
  if (meaning.cat === 'ranking') {
    const { by, direction, limit } = meaning;
    if (limit !== null) return [];
    const bare = (normal: Normal): Normal => ({ ...normal, cost: normal.cost + BARE_EXTREME });
    if (by.cat === 'column')
      return figureForms(
        figureOf(by.column.table, {
          kind: 'aggregate',
          fn: direction === 'asc' ? 'min' : 'max',
          table: by.column.table,
          column: by.column,
          ...(by.since && { since: by.since }),
        }),
        context,
      ).map(bare);
    if (by.bare === null) return [];
    return figureForms(
      {
        ...by,
        bare: null,
        measures: [
          { what: { kind: 'aggregate', fn: direction === 'asc' ? 'min' : 'max', table: by.thing, column: by.bare } },
        ],
      },
      context,
    ).map(bare);
  }
  return [];
}

/**
 * Whether the question identifies rows of an event by a state alone, and asks only for a period: no-shows last week.
 */
const isOnlyDated = (set: SetMeaning, { facts }: Context): boolean =>
  facts.isEvent(set.thing) &&
  !set.named &&
  set.filters.length > 0 &&
  set.periods.length > 0 &&
  !set.asked &&
  set.predicate === undefined &&
  set.select.length + set.order.length + set.having.length === 0 &&
  set.limit === null &&
  set.near === null;

/** Rows in a state and a period are counted if the question asks nothing else; "list" and "which" ask for the rows. */
function datedForms(set: SetMeaning, context: Context): Normal[] {
  const count = countOf(set);
  const counted = count ? figureForms(count, context) : [];
  const rows = setForms(set, context).map((normal) => ({ ...normal, cost: normal.cost + (count ? ROWS_OF_DATED : 0) }));
  return [...counted, ...rows];
}

/** Cost of listing them where the question gives only their period. */
const ROWS_OF_DATED = 0.2;

function figuresOf(figure: FigureMeaning, context: Context): Normal[] {
  const own = amountOfOneRow(figure, context);
  const isCountOfOne = isCount(figure) && isOfOne(figure, context);
  const { plural, bare, keys, order } = figure;
  const ofSeveral = plural && bare !== null && keys.length === 0 && order === null ? OF_SEVERAL : 0;
  const cost = (own.length > 0 || isCountOfOne ? INSTEAD_OF_ROW : 0) + ofSeveral;
  return [...own, ...figureForms(figure, context).map((normal) => ({ ...normal, cost: normal.cost + cost }))];
}

/** Cost of summing amounts of several things into one: "the populations of the cities" asks for each city's. */
const OF_SEVERAL = 0.25;

/** Cost of aggregating the amounts of a single row, or of counting it. */
const INSTEAD_OF_ROW = 0.3;

/** The price of one product, identified by its name, is the value of its row and no sum. */
function amountOfOneRow(figure: FigureMeaning, context: Context): Normal[] {
  const { bare, filters, keys, order, share, compare, periods, per } = figure;
  if (bare === null || per !== null || !isOfOne(figure, context) || keys.length + periods.length > 0 || order !== null)
    return [];
  if (share !== null || compare !== null) return [];
  return setForms({ ...setOf(figure.thing, true), filters, select: [bare], asked: true }, context);
}

/** Whether rows are identified by their names, or by their own keys. */
function isOfOne({ thing, filters }: FigureMeaning, { facts }: Context): boolean {
  const name = facts.nameColumn(thing);
  const isOwnKey = (ref: ColumnRef): boolean =>
    ref.table === thing && facts.role(ref) === 'key' && facts.refersTo(ref) === null;
  // Rows that copy the name of another thing are identified by its name as well.
  const other = name && facts.role(name) === 'name' ? facts.nameStoredIn(name) : null;
  return filters.some(
    (one) =>
      ((one.kind === 'compare' && one.op === '=') || (one.kind === 'in' && !one.negated)) &&
      (isSame(one.column, name) || isSame(one.column, other) || isOwnKey(one.column)),
  );
}

const isSame = (one: ColumnRef, other: ColumnRef | null): boolean =>
  one.table === other?.table && one.column === other.column;

/** Cost of a "top" without the figure to rank by. */
const BY_ANY_FIGURE = 0.3;

/** Cost of an extreme value alone: more likely the thing that has it is meant. */
const BARE_EXTREME = 0.15;

function columnForms({ columns, asked }: ColumnsMeaning, context: Context): Normal[] {
  const { facts } = context;
  const [first, ...more] = columns;
  if (!first) return [];
  const cost = asked ? 0.03 : 0.3;
  // The rows that a key refers to: the managers.
  const role = more.length === 0 && facts.isRoleKey(first) ? facts.refersTo(first) : null;
  if (role !== null) return [{ ...empty(role, context), cost }];
  const { query } = empty(first.table, context);
  return [{ notes: [], cost, query: { ...query, select: [...columns], distinct: true } }];
}

import type { ColumnRef, Filter } from '@querent/contracts';
import { type Facts, isOfYears, periodFilter, type PeriodUse } from '@querent/grammar';
import type { Context, Normal } from './empty-form';

interface Timed {
  filters: Filter[];
  clock: ColumnRef | null;
  cost: number;
  notes: Normal['notes'];
}

/**
 * Periods as conditions on a time column: the event's own, else the thing's default, else one of its time columns. For
 * a lasting thing "in" a period the asker has to choose. Where the model states the time from which the things last, a
 * count may mean those that began in the period, or all that existed by its end.
 */
export function withTimeColumn(
  thing: string,
  clock: ColumnRef | null,
  periods: readonly PeriodUse[],
  { facts, today }: Context,
  {
    needsClock = false,
    needsHours = false,
    isCounted = false,
  }: { needsClock?: boolean; needsHours?: boolean; isCounted?: boolean } = {},
): Timed[] {
  const open = periods.filter(({ column }) => column === null);
  const fixed = periods.flatMap((use) => (use.column === null ? [] : [periodFilter(facts, use, use.column)]));
  if (open.length === 0 && !needsClock)
    return [{ filters: fixed, clock, cost: clock === null || fixed.length > 0 ? 0 : EVENT_WITHOUT_PERIOD, notes: [] }];
  const isOfHours = needsHours || open.some(({ recurs }) => recurs?.unit === 'time_of_day');
  const own = clock !== null ? [clock] : isOfHours ? momentsFor(facts, thing) : clocksFor(facts, thing, open);
  const candidates = (own.length > 0 ? own : clocksOfReferences(facts, thing)).filter(
    (column) =>
      (!facts.isYear(column) || facts.isDate(column) || open.every(isOfYears)) &&
      (!isOfHours || facts.hasTimeOfDay(column)),
  );
  if (open.length > 0 && clock === null && !needsClock && facts.isLasting(thing) && !isPart(facts, thing))
    return ofLasting(facts, thing, fixed, open);
  const [stated, ...others] = own;
  if (
    isCounted &&
    clock === null &&
    stated &&
    others.length === 0 &&
    open.length === 1 &&
    facts.isStartOf(thing, stated)
  )
    return begunOrExisting(facts, stated, fixed, open[0] as PeriodUse);
  const isFuture = open.some(({ from }) => from !== null && from >= today);
  const hasFuture = (column: ColumnRef): boolean => facts.hasFutureDays(column, today) === true;
  const sorted = isFuture ? [...candidates].sort((a, b) => Number(hasFuture(b)) - Number(hasFuture(a))) : candidates;
  return sorted.map((column, at) => ({
    filters: [...fixed, ...open.map((use) => periodFilter(facts, use, column))],
    clock: column,
    cost:
      (own.length > 0 ? 0 : 0.2) +
      (column === candidates[0] || at > 0 ? 0 : NOT_FIRST) +
      (isFuture && at > 0 && hasFuture(sorted[0] as ColumnRef) ? 0.3 : costOfOther(facts, sorted, at)),
    notes: [],
  }));
}

/** Whether rows have no time except that of the event that they belong to: the lines of an order. */
const isPart = (facts: Facts, thing: string): boolean =>
  facts.clocks(thing).length === 0 && facts.eventOf(thing) !== thing;

/** A year column cannot express a part of a year, so the dates of the rows are used instead. */
function clocksFor(facts: Facts, thing: string, periods: readonly PeriodUse[]): ColumnRef[] {
  const clocks = facts.clocks(thing);
  if (periods.every(isOfYears) || !clocks.every((column) => facts.isYear(column))) return clocks;
  const dates = facts.dateColumns(thing);
  return dates.length > 0 ? dates : clocks;
}

/** Only columns with a time of day can express one, the thing's default columns before others. */
function momentsFor(facts: Facts, thing: string): ColumnRef[] {
  const clocks = facts.clocks(thing).filter((column) => facts.hasTimeOfDay(column));
  return clocks.length > 0 ? clocks : facts.dateColumns(thing).filter((column) => facts.hasTimeOfDay(column));
}

/**
 * A lasting thing "in" a period: one of its own times, or an event of it in the period. No choice is more likely than
 * the others, so the asker decides.
 */
function ofLasting(facts: Facts, thing: string, fixed: Filter[], open: readonly PeriodUse[]): Timed[] {
  const own = facts.clocks(thing).map((clock): Timed => ({
    clock,
    cost: LASTING_COST,
    notes: [],
    filters: [...fixed, ...open.map((use) => periodFilter(facts, use, clock))],
  }));
  const events = facts
    .eventsOf(thing)
    .slice(0, MOST_EVENTS)
    .flatMap((event): Timed[] => {
      const [clock] = facts.clocks(event);
      if (!clock) return [];
      const filters = open.map((use) => periodFilter(facts, use, clock));
      return [
        {
          clock: null,
          cost: LASTING_COST,
          notes: [],
          filters: [...fixed, { kind: 'exists', table: event, filters, negated: false }],
        },
      ];
    });
  return [...own, ...events];
}

/** "How many clinics in 2024": those founded in 2024, or all that existed by its end. */
function begunOrExisting(facts: Facts, clock: ColumnRef, fixed: Filter[], use: PeriodUse): Timed[] {
  const name = (label: string): string => label.replace(/\s*[（(].*/u, '');
  const until: PeriodUse = {
    ...use,
    from: null,
    label: { zh: `${name(use.label.zh)}末为止`, en: `up to the end of ${name(use.label.en)}` },
  };
  return [use, ...(use.to === null || use.negated ? [] : [until])].map((one, at) => ({
    clock,
    cost: at * EXISTING_BY_END,
    notes: [],
    filters: [...fixed, periodFilter(facts, one, clock)],
  }));
}

const EXISTING_BY_END = 0.05;
/** Cost of a time column other than the first for a future period: words that name the column are surer. */
const NOT_FIRST = 0.2;

/** Cost of a time column other than the first: low if it is equally likely, so that the asker decides. */
function costOfOther(facts: Facts, candidates: readonly ColumnRef[], at: number): number {
  const [first, here] = [candidates[0], candidates[at]];
  if (at === 0 || !first || !here) return 0;
  return facts.clockClass(here) === facts.clockClass(first) ? 0.15 : 0.3;
}

/** The time columns of the nearest thing that a row refers to. */
function clocksOfReferences(facts: Facts, thing: string): ColumnRef[] {
  const ways = Object.keys(facts.model.tables).flatMap((other) => {
    const way = facts.way(thing, other);
    return way?.kind === 'lookup' && facts.clocks(other).length > 0 ? [{ other, steps: way.steps }] : [];
  });
  // The lines of an order have the time of the order, and not that of the ordered product.
  const events = isPart(facts, thing) ? ways.filter(({ other }) => facts.isEvent(other)) : [];
  const likely = events.length > 0 ? events : ways;
  const least = Math.min(...likely.map(({ steps }) => steps));
  return likely.filter(({ steps }) => steps === least).flatMap(({ other }) => facts.clocks(other));
}

const LASTING_COST = 0.4;
/** Cost of an event without a period, which only states that it happened: a state of the same name is more specific. */
const EVENT_WITHOUT_PERIOD = 0.13;

const MOST_EVENTS = 3;

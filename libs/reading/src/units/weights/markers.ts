import type { Facts } from '@querent/grammar';
import type { PlainWord, Unit } from '@querent/lexicon';
import { columnOf, homeOf, isPlain, startsOf } from '../unit-kinds';
import { DROPPED, type Together, type Weight } from '../weight';

const marker = (word: PlainWord): Unit['meaning'] => ({ type: 'operator', operator: { op: 'plain', word } });

/** Characters between a marker and a name: a space, with or without "the" or "our". */
const BEFORE_NAME = [1, ' the '.length];

/** A name that begins with "each" (各区) means the rest of the name, grouped. */
export const EACH_WITHIN_NAME: Weight<Together> = {
  name: 'each within a name',
  example: '各区的门店',
  weigh: ({ units }) => {
    const ends = new Map<number, number[]>();
    for (const unit of units)
      if (isPlain(unit, 'each')) ends.set(unit.start, [...(ends.get(unit.start) ?? []), unit.end]);
    if (ends.size === 0) return null;
    // 各物种 means each 物种 (species), and not 各物 of 动物.
    const named = units.filter(isThingOrColumn);
    const isCut = ({ start, end, meaning }: Unit): boolean =>
      meaning.type === 'thing' &&
      (ends.get(start) ?? []).some((begin) => named.some((other) => other.start === begin && other.end > end));
    return (unit) => {
      if (isCut(unit)) return DROPPED;
      const start = isThingOrColumn(unit) ? ends.get(unit.start)?.find((end) => end < unit.end) : undefined;
      return start === undefined ? 0 : [{ ...unit, start, text: unit.text.slice(start - unit.start), form: 'exact' }];
    };
  },
};

const isThingOrColumn = ({ meaning }: Unit): boolean => meaning.type === 'thing' || meaning.type === 'attribute';

/**
 * An amount stored per shop is aggregated over all shops, without groups. An amount of other rows is grouped by shop:
 * sales across the shops.
 */
export const ACROSS_OWNERS: Weight<Together> = {
  name: 'across the things that have an amount',
  example: 'total rent across the shops',
  weigh: ({ units, facts }) => {
    const isAcross = (unit: Unit): boolean => /^across$/iu.test(unit.text) && isPlain(unit, 'by');
    if (!units.some(isAcross)) return null;
    const firstAt = firstAmounts(units, facts);
    const things = new Map(
      units.flatMap(({ meaning, start }) => (meaning.type === 'thing' ? [[start, meaning.thing]] : [])),
    );
    const isOwn = ({ start, end }: Unit): boolean =>
      BEFORE_NAME.some((length) => (firstAt.get(things.get(end + length) ?? '') ?? Infinity) < start);
    return (unit) => (isAcross(unit) && isOwn(unit) ? [{ ...unit, meaning: marker('of') }] : 0);
  },
};

/** The position of each table's first amount. */
function firstAmounts(units: readonly Unit[], facts: Facts): ReadonlyMap<string, number> {
  const firstAt = new Map<string, number>();
  for (const unit of units) {
    const home = homeOf(unit, facts);
    if (home !== null) firstAt.set(home, Math.min(unit.start, firstAt.get(home) ?? unit.start));
  }
  return firstAt;
}

const REPEATED = /^(?:of|for|among)$/iu;

/** A repeated marker separates two values, each with its own figure, as in "paid versus unpaid". */
export const REPEATED_MARKER: Weight<Together> = {
  name: 'marker repeated behind and',
  example: 'the average score of paid orders and of unpaid ones',
  weigh: ({ units }) => {
    const joins = units.filter((unit) => unit.text === 'and' && isPlain(unit, 'and'));
    if (joins.length === 0) return null;
    const columns = new Map<number, Set<string>>();
    for (const { meaning, start } of units) {
      if (meaning.type !== 'value') continue;
      const known = columns.get(start) ?? new Set<string>();
      columns.set(start, known.add(`${meaning.column.table} ${meaning.column.column}`));
    }
    const markers = units.filter((unit) => REPEATED.test(unit.text) && isPlain(unit, 'of'));
    const figureAt = Math.min(...startsOf(units, ({ meaning }) => ['measure', 'metric'].includes(meaning.type)));
    const columnsBehind = ({ end }: Unit): string[] =>
      BEFORE_NAME.flatMap((length) => [...(columns.get(end + length) ?? [])]);
    const isApart = ({ start, end }: Unit): boolean => {
      const second = markers.find((one) => one.start === end + 1);
      const [first] = second ? markers.filter((one) => one.end < start && one.text === second.text) : [];
      if (!first || !second || figureAt > first.start) return false;
      const known = new Set(columnsBehind(first));
      return columnsBehind(second).some((column) => known.has(column));
    };
    const apart = new Set(joins.filter(isApart));
    return (unit) => (apart.has(unit) ? [{ ...unit, meaning: marker('than') }] : 0);
  },
};

/** Cost of any reading of "with" behind listed things other than "shown together with". */
const HAVING_LISTED = 0.3;

/** Columns named behind "with" are to be shown. The words are no condition that the columns have a value. */
export const WITH_LISTED_COLUMNS: Weight<Together> = {
  name: 'with before listed columns',
  example: 'list the orders with their customer and date',
  weigh: ({ units }) => {
    const withs = listedWiths(units);
    if (withs === null) return null;
    const shown = new Set(withs.shown.map(({ start }) => start));
    return (unit) =>
      unit.text === 'with' && unit.meaning.type === 'operator' && (shown.has(unit.start) || withs.isOfTheirs(unit))
        ? HAVING_LISTED
        : 0;
  },
  adds: ({ units }) => (listedWiths(units)?.shown ?? []).map((unit) => ({ ...unit, meaning: marker('their') })),
};

/** The markers "with" behind the listed things that columns to show follow, and a check for units beside "their". */
function listedWiths(units: readonly Unit[]): { shown: readonly Unit[]; isOfTheirs: (unit: Unit) => boolean } | null {
  const list = units.find((unit) => isPlain(unit, 'list'));
  const first =
    list &&
    units.find(({ meaning, start }) => (meaning.type === 'thing' || meaning.type === 'term') && list.start < start);
  const from = first?.start ?? Infinity;
  const withs = units.filter((unit) => unit.text === 'with' && from < unit.start && isPlain(unit, 'with'));
  if (withs.length === 0) return null;
  const theirs = startsOf(units, (unit) => isPlain(unit, 'their'));
  const ands = startsOf(units, (unit) => isPlain(unit, 'and', 'comma'));
  const listed = startsOf(units, (unit) => columnOf(unit) !== null && (ands.has(unit.end + 1) || ands.has(unit.end)));
  const isOfTheirs = ({ start, end }: Unit): boolean => theirs.has(start) || theirs.has(end + 1);
  return { shown: withs.filter((unit) => !isOfTheirs(unit) && listed.has(unit.end + 1)), isOfTheirs };
}

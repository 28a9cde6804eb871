import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/** A name up to this cost is one for sure. */
const SURE = 0.1;
/** What it costs that words which call a thing ask for a column of something else. */
const OF_ANOTHER = 0.2;
/** What it costs that the name of a thing names what only keeps this name. */
const COPIED_VALUE = 0.15;

/**
 * "List the states": a thing before the column that another table calls by the same words, and "Texas" is the state of
 * this name before the row that keeps it. Where the question names something else of that table, either may be meant.
 */
export function thingsBeforeCopies(units: readonly Unit[], facts: Facts): Unit[] {
  const things = new Map(
    units.flatMap((unit) =>
      unit.meaning.type === 'thing' && unit.cost < SURE ? [[spanOf(unit), unit.meaning.thing]] : [],
    ),
  );
  const own = new Set(
    units.flatMap(({ meaning, start, end }) =>
      meaning.type === 'value' && facts.nameColumn(meaning.column.table)?.column === meaning.column.column
        ? [keyOf(start, end, meaning.column.table, meaning.values)]
        : [],
    ),
  );
  if (things.size === 0 && own.size < 2) return [...units];
  const named = columnsNamed(units, facts);
  const isNamed = ({ table, column }: ColumnRef): boolean => {
    const columns = named.get(table);
    return columns !== undefined && (columns.size > 1 || !columns.has(column));
  };
  const costOf = ({ meaning, start, end }: Unit): number => {
    if (meaning.type === 'attribute') {
      const thing = things.get(`${start} ${end}`);
      return thing !== undefined && thing !== meaning.column.table && !isNamed(meaning.column) ? OF_ANOTHER : 0;
    }
    if (meaning.type !== 'value' || facts.role(meaning.column) !== 'name') return 0;
    const { column, values } = meaning;
    const isCopy = copiesOf(column, facts).some((thing) => own.has(keyOf(start, end, thing, values)));
    return isCopy && !isNamed(column) ? COPIED_VALUE : 0;
  };
  return units.map((unit) => {
    const cost = costOf(unit);
    return cost === 0 ? unit : { ...unit, cost: unit.cost + cost };
  });
}

/** The columns of each table that are named for sure; '' for the table itself and its figures. */
function columnsNamed(units: readonly Unit[], facts: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const unit of units) {
    const table = unit.cost < SURE ? tableOf(unit, facts) : null;
    if (table === null) continue;
    const columns = found.get(table) ?? new Set<string>();
    columns.add('column' in unit.meaning ? unit.meaning.column.column : '');
    found.set(table, columns);
  }
  return found;
}

const copies = new WeakMap<Facts, Map<string, readonly string[]>>();

/** Tables whose things are called as a name column of another table is: the state of an elevation. */
function copiesOf(column: ColumnRef, facts: Facts): readonly string[] {
  const known = copies.get(facts) ?? new Map<string, readonly string[]>();
  copies.set(facts, known);
  const key = `${column.table}.${column.column}`;
  const label = facts.column(column)?.label;
  const found =
    known.get(key) ??
    Object.values(facts.model.tables).flatMap((table) => {
      const isSame = (locale: 'zh' | 'en'): boolean =>
        label?.[locale] !== undefined && table.label[locale]?.toLowerCase() === label[locale]?.toLowerCase();
      return table.name !== column.table && (isSame('en') || isSame('zh')) ? [table.name] : [];
    });
  known.set(key, found);
  return found;
}

function tableOf({ meaning }: Unit, facts: Facts): string | null {
  if (meaning.type === 'thing') return meaning.thing;
  if (meaning.type === 'metric') return facts.model.metrics[meaning.id]?.table ?? null;
  return 'column' in meaning ? meaning.column.table : null;
}

const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;
const keyOf = (start: number, end: number, table: string, values: readonly unknown[]): string =>
  JSON.stringify([start, end, table, values]);

import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { Cover } from '../cover';
import { thingsNamedByValues, columnOf, homeOf, spanOf, spansOf, SURE, tableOf, thingsIn } from '../unit-kinds';
import { type ApartWeight, DROPPED, type Together, type Weight } from '../weight';

/** "Loser name" means a column of that name in the matches before the name of the player who lost. */
export const NAME_OF_ROLE: ApartWeight = {
  name: 'name of a role',
  example: 'loser name',
  of: 'names',
  weigh: ({ names, facts }) => {
    const roleOf = (unit: Unit) => facts.model.tables[columnOf(unit)?.table ?? '']?.role;
    if (!names.some((unit) => roleOf(unit) !== undefined)) return null;
    const own = new Set(
      names.flatMap((unit) => {
        const column = columnOf(unit);
        const isWhole = unit.form === 'exact' || unit.form === 'physical' || unit.form === 'inflected';
        return column !== null && isWhole ? [`${spanOf(unit)} ${column.table}`] : [];
      }),
    );
    return (unit) => {
      const role = roleOf(unit);
      return role !== undefined && own.has(`${spanOf(unit)} ${role.key.table}`) ? DROPPED : 0;
    };
  },
};

/** A reference column with the same name as the thing it refers to is no separate meaning of that name. */
export const REFERENCE_BESIDE_THING: ApartWeight = {
  name: 'reference beside its thing',
  example: 'orders per customer',
  of: 'names',
  weigh: ({ names, facts }) => {
    const things = new Set(
      names.flatMap((unit) => (unit.meaning.type === 'thing' ? [`${spanOf(unit)} ${unit.meaning.thing}`] : [])),
    );
    return (unit) =>
      unit.meaning.type === 'attribute' && things.has(`${spanOf(unit)} ${facts.refersTo(unit.meaning.column)}`)
        ? DROPPED
        : 0;
  },
};

/** Cost of a column of the table that a metric of the question aggregates. */
const OF_SOURCE = 0.05;

/** Each source table of an entity has its own columns: those of the metric's table are meant. */
export const COLUMN_OF_SOURCE: ApartWeight = {
  name: 'column of the source table of a metric',
  example: 'store revenue by channel',
  of: 'names',
  weigh: ({ names, facts }) => {
    const tables = new Set(
      names.flatMap(({ meaning, cost }) =>
        meaning.type === 'metric' && cost === 0 ? (facts.model.metrics[meaning.id]?.table ?? []) : [],
      ),
    );
    if (tables.size === 0) return null;
    const isSource = (table: string): boolean =>
      tables.has(table) && Object.values(facts.model.entities).some(({ sources }) => sources.includes(table));
    return (unit) =>
      unit.form === 'exact' && unit.cost > OF_SOURCE && isSource(tableOf(unit) ?? '')
        ? [{ ...unit, cost: OF_SOURCE }]
        : 0;
  },
};

/** Cost of a column of a thing that the question does not name, where a named thing has a column of the same name. */
export const UNNAMED_OWNER = 0.15;

/** "Mountains in each country": a mountain's country is preferred to the country of a state. */
export const PART_OF_NAMED_THING: Weight<Together> = {
  name: 'column of an unnamed thing',
  example: 'mountains in each country',
  weigh: ({ units, facts, subject }) => {
    const isWhole = ({ cost }: Unit): boolean => cost === 0;
    // "United States" does not name the thing "states".
    const values = new Cover(
      units.filter((unit) => unit.meaning.type === 'value' && unit.form === 'exact' && isWhole(unit)),
    );
    const named = thingsIn(units, (unit) => unit.cost < SURE_FORM && !values.coversMore(unit));
    if (named.size === 0 && subject !== null) named.add(subject);
    // California identifies a state: "the population of California" is the state's.
    const called = thingsNamedByValues(units, isWhole, facts);
    const ownedBy = (things: ReadonlySet<string>): ReadonlySet<string> =>
      spansOf(units, (unit) => things.has(tableOf(unit) ?? ''));
    const [owned, calledOwned] = [ownedBy(named), ownedBy(called)];
    return (unit) => {
      const owner = tableOf(unit);
      const span = spanOf(unit);
      const isOfCalled = !owned.has(span) && unit.meaning.type !== 'value' && calledOwned.has(span);
      const isOthers = owner !== null && ((!named.has(owner) && owned.has(span)) || (isOfCalled && !called.has(owner)));
      if (isOthers) return UNNAMED_OWNER;
      return named.has(owner ?? '') && isNameAlone(unit, facts)
        ? [{ ...unit, cost: Math.min(unit.cost, OWN_NAME) }]
        : 0;
    };
  },
};

/** Forms below this cost certainly name a thing. */
const SURE_FORM = 0.3;

/** Cost of "name" alone for the name of a thing that the question names: theatre_name of theatres. */
const OWN_NAME = 0.2;

const isNameAlone = ({ meaning, text }: Unit, facts: Facts): boolean =>
  meaning.type === 'attribute' &&
  NAME_ALONE.test(text) &&
  CALLED_NAME.test(meaning.column.column) &&
  facts.nameColumn(meaning.column.table)?.column === meaning.column.column;

const CALLED_NAME = /(?:name|nm)$/i;
const NAME_ALONE = /^(?:names?|名称|名字|姓名)$/u;

/** Cost of a metric of related rows, where the thing has a metric of the same name itself. */
const OF_RELATED_ROWS = 0.5;

/**
 * "The size of New Mexico" is the area of the state, and not the length of rivers there, even if the model calls this a
 * size as well. A metric named by its label is not affected.
 */
export const METRIC_OF_NAMED_THING: Weight<Together> = {
  name: 'metric of related rows',
  example: 'the size of New Mexico',
  weigh: ({ units, facts }) => {
    const metrics = units.filter((unit) => isBySynonym(unit, facts));
    if (metrics.length === 0) return null;
    const things = new Set([
      ...thingsIn(units, ({ cost }) => cost < SURE_FORM),
      ...thingsNamedByValues(units, ({ cost }) => cost < SURE, facts),
    ]);
    const owned = spansOf(
      units,
      (unit) => unit.meaning.type === 'measure' && unit.cost < SURE && things.has(unit.meaning.column.table),
    );
    const isOfRelatedRows = (unit: Unit): boolean =>
      owned.has(spanOf(unit)) && !homesOf(unit, facts).some((home) => things.has(home));
    const ofRelatedRows = new Set(metrics.filter(isOfRelatedRows));
    return (unit) => (ofRelatedRows.has(unit) ? OF_RELATED_ROWS : 0);
  },
};

function isBySynonym({ meaning, text }: Unit, facts: Facts): boolean {
  if (meaning.type !== 'metric') return false;
  const { label } = facts.model.metrics[meaning.id] ?? {};
  const words = text.toLowerCase();
  return label?.en?.toLowerCase() !== words && label?.zh !== words;
}

/** The table of a metric, and the entities that store their things there. */
function homesOf({ meaning }: Unit, facts: Facts): string[] {
  const home = meaning.type === 'metric' ? facts.model.metrics[meaning.id]?.table : null;
  if (!home) return [];
  return [
    home,
    ...Object.entries(facts.model.entities).flatMap(([id, { sources }]) => (sources.includes(home) ? [id] : [])),
  ];
}

/** Cost of a price verb as an amount of other rows, where the things have a price. */
const OTHERS_COST = 0.4;
const COSTS = /^costs?$/u;

/**
 * Right before a bound, "cost" is the verb of the things' own price, even if the model also stores a cost of their
 * upkeep.
 */
export const VERB_OF_PRICE: Weight<Together> = {
  name: 'verb of a price',
  example: 'plants that cost more than 20',
  weigh: ({ units, facts }) => {
    const bounds = units.filter(
      ({ meaning }) =>
        meaning.type === 'operator' && meaning.operator.op === 'compare' && meaning.operator.scale === 'price',
    );
    if (bounds.length === 0) return null;
    const starts = new Set(bounds.map(({ start }) => start));
    const named = thingsIn(units);
    const isPriced = [...named].some((thing) =>
      facts.columns(thing).some((ref) => facts.role(ref) === 'measure' && facts.isOnScale(ref, 'price')),
    );
    if (!isPriced) return null;
    const isOthers = (unit: Unit): boolean => {
      const isVerb = unit.form !== 'exact' && starts.has(unit.end + 1) && COSTS.test(unit.text);
      const table = isVerb ? homeOf(unit, facts) : null;
      return table !== null && !named.has(table);
    };
    return (unit) => (isOthers(unit) ? OTHERS_COST : 0);
  },
};

/** "The elevation of Ohio": a value beside a column more likely belongs to the column's table. */
export const VALUE_OF_ASKED_TABLE: Weight<Together> = {
  name: 'value of the table asked about',
  example: 'the elevation of Ohio',
  models: 'derived',
  weigh: ({ units }) => {
    const asked = new Set(units.flatMap((unit) => (unit.cost < SURE ? (columnOf(unit)?.table ?? []) : [])));
    const isOfAsked = ({ meaning }: Unit): boolean => meaning.type === 'value' && asked.has(meaning.column.table);
    const spans = spansOf(units, isOfAsked);
    return (unit) => (unit.meaning.type === 'value' && spans.has(spanOf(unit)) && !isOfAsked(unit) ? UNNAMED_OWNER : 0);
  },
};

/** Cost of words that name a thing as a column of another thing. */
const OF_ANOTHER = 0.2;
/** Cost of the name of a thing as a value of a column that only copies it. */
const COPIED_VALUE = 0.15;

/**
 * "List the states": a thing is preferred to a column of another table with the same name, and "Texas" is the state of
 * this name rather than a row that copies it. Where the question names another part of that table, either may be meant.
 */
export const THING_BEFORE_COPY: Weight<Together> = {
  name: 'thing before a copy of its name',
  example: 'list the states',
  models: 'described',
  weigh: ({ units, facts }) => {
    const things = new Map(
      units.flatMap((unit) =>
        unit.meaning.type === 'thing' && unit.cost < SURE ? [[spanOf(unit), unit.meaning.thing]] : [],
      ),
    );
    const keyOf = (unit: Unit, table: string, values: readonly unknown[]): string =>
      JSON.stringify([unit.start, unit.end, table, values]);
    const own = new Set(
      units.flatMap((unit) => {
        const { meaning } = unit;
        return meaning.type === 'value' && facts.nameColumn(meaning.column.table)?.column === meaning.column.column
          ? [keyOf(unit, meaning.column.table, meaning.values)]
          : [];
      }),
    );
    if (things.size === 0 && own.size < 2) return null;
    const named = columnsNamed(units, facts);
    const isNamed = ({ table, column }: ColumnRef): boolean => {
      const columns = named.get(table);
      return columns !== undefined && (columns.size > 1 || !columns.has(column));
    };
    return (unit) => {
      const { meaning } = unit;
      if (meaning.type === 'attribute') {
        const thing = things.get(spanOf(unit));
        return thing !== undefined && thing !== meaning.column.table && !isNamed(meaning.column) ? OF_ANOTHER : 0;
      }
      if (meaning.type !== 'value' || facts.role(meaning.column) !== 'name') return 0;
      const { column, values } = meaning;
      const isCopy = copiesOf(column, facts).some((thing) => own.has(keyOf(unit, thing, values)));
      return isCopy && !isNamed(column) ? COPIED_VALUE : 0;
    };
  },
};

/** The columns of each table that are certainly named; '' means the table itself and its metrics. */
function columnsNamed(units: readonly Unit[], facts: Facts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const unit of units) {
    const { meaning } = unit;
    const table = unit.cost >= SURE ? null : meaning.type === 'thing' ? meaning.thing : ownerOf(unit, facts);
    if (table === null) continue;
    const columns = found.get(table) ?? new Set<string>();
    columns.add('column' in meaning ? meaning.column.column : '');
    found.set(table, columns);
  }
  return found;
}

const ownerOf = (unit: Unit, facts: Facts): string | null =>
  unit.meaning.type === 'metric' ? homeOf(unit, facts) : tableOf(unit);

const copies = new WeakMap<Facts, Map<string, readonly string[]>>();

/** Tables whose names another table's name column copies: the state of an elevation. */
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

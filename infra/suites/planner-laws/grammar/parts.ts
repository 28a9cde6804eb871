import type { ColumnRef, Scalar } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { ModelColumn, SemanticModel } from '@querent/model';

/** The parts of a model that questions can mention, in one language. */
export interface Parts {
  things: Thing[];
  amounts: Column[];
  attributes: (Column & { values: { stored: Scalar; name: string }[] })[];
  states: Column[];
  /** Times of something that happened to a row, with its participle. */
  happenings: Column[];
  details: Column[];
  times: Column[];
  metrics: { id: string; thing: string; name: string }[];
  /** The one way from each row of a thing to a row of another. */
  looksUp: (thing: string, other: string) => boolean;
}

export interface Thing {
  id: string;
  name: string;
  isEvent: boolean;
  /** The default time column, to which periods apply. */
  clock: ColumnRef | null;
  nameColumn: ColumnRef | null;
  /** Stored names of rows. */
  names: readonly string[];
}

export interface Column {
  ref: ColumnRef;
  thing: string;
  name: string;
}

/**
 * Returns the parts of a model with unambiguous labels.
 * @param pasts participles of English time columns by the noun of their label: registration → registered
 */
export function partsOf(model: SemanticModel, locale: Locale, pasts: ReadonlyMap<string, string>): Parts {
  const tables = Object.values(model.tables);
  const labels = [
    ...tables,
    ...tables.flatMap(({ columns }) => Object.values(columns)),
    ...Object.values(model.metrics),
  ]
    .map(({ label }) => label[locale]?.toLowerCase())
    .filter((label) => label !== undefined);
  const named = (label: string | undefined): label is string =>
    label !== undefined && labels.filter((one) => one === label.toLowerCase()).length === 1;
  const columns = (fits: (column: ModelColumn) => boolean): Column[] =>
    tables.flatMap(({ columns: own, name: thing }) =>
      Object.values(own).flatMap((column) => {
        const name = column.label[locale];
        return fits(column) && named(name) ? [{ ref: { table: thing, column: column.name }, thing, name }] : [];
      }),
    );
  const columnOf = ({ ref }: Column): ModelColumn | undefined => model.tables[ref.table]?.columns[ref.column];
  const references = (thing: string, other: string): number =>
    thing === other
      ? 1
      : model.joins
          .filter(({ from }) => from.table === thing)
          .reduce((ways, { to }) => ways + references(to.table, other), 0);
  return {
    things: tables.flatMap((table): Thing[] => {
      const name = table.label[locale];
      if (!named(name)) return [];
      const own = Object.values(table.columns);
      const nameColumn = own.find(({ role }) => role === 'name');
      const time = table.statesTime === true ? table.defaultTime : undefined;
      return [
        {
          id: table.name,
          name,
          isEvent: table.kind === 'event',
          clock: time === undefined ? null : { table: table.name, column: time },
          nameColumn: nameColumn ? { table: table.name, column: nameColumn.name } : null,
          names: nameColumn?.storedValues ?? [],
        },
      ];
    }),
    amounts: columns(({ role }) => role === 'measure'),
    times: columns(({ role }) => role === 'time'),
    details: columns(({ role, nullable }) => role === 'text' && nullable),
    states: columns(({ category }) => category === 'boolean').map((column) => ({
      ...column,
      name: column.name.replace(/^是否/u, ''),
    })),
    attributes: columns(({ role, category }) => role === 'dimension' && category === 'text').map((column) => ({
      ...column,
      values: (columnOf(column)?.storedValues ?? []).map((stored) => ({
        stored,
        name: columnOf(column)?.values[stored]?.[locale][0] ?? stored,
      })),
    })),
    happenings: columns(({ role }) => role === 'time').flatMap((column) => {
      const noun = column.name.replace(/ date$|日期$/u, '');
      const past = locale === 'zh' ? noun : pasts.get(noun);
      const clock = model.tables[column.thing]?.defaultTime;
      return past === undefined || clock === column.ref.column ? [] : [{ ...column, name: past }];
    }),
    metrics: Object.values(model.metrics).flatMap(({ id, table, label }) => {
      const name = label[locale];
      return table !== null && named(name) ? [{ id, thing: table, name }] : [];
    }),
    looksUp: (thing, other) => thing !== other && references(thing, other) === 1,
  };
}

import { audienceOf, type Catalog, type ModelRegistry, type SnapshotStore } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import type { HeldDays } from '@querent/explain';
import type { SemanticModel } from '@querent/model';

/** Looks up the days that a tenant's columns held when its schema was last read; without a schema, all are unknown. */
export function heldDays(
  catalog: Pick<Catalog, 'connection'>,
  models: Pick<ModelRegistry, 'model'>,
  snapshots: Pick<SnapshotStore, 'get'>,
): (connection: string, tenant: string) => Promise<HeldDays> {
  return async (name, tenant) => {
    const connection = catalog.connection(name);
    const registered = await models.model(name, tenant);
    const snapshot = connection === undefined ? null : await snapshots.get(audienceOf(connection, tenant));
    return snapshot === null || registered === null ? () => null : heldDaysOf(snapshot, registered.model);
  };
}

/** The first and last day of each column in the snapshot. A field of an entity spans the days of all its columns. */
export function heldDaysOf(snapshot: SchemaSnapshot, model: SemanticModel): HeldDays {
  const columns = new Map(
    snapshot.tables.flatMap((table) =>
      table.columns.map((column) => [keyOf(table.name, column.name), column] as const),
    ),
  );
  return ({ table, column }) => {
    const refs = model.entities[table]?.fields[column]?.columns ?? [{ table, column }];
    const held = refs.map((ref) => columns.get(keyOf(ref.table, ref.column)));
    const [from, ...froms] = held.flatMap((one) => (one?.min === undefined ? [] : [dayOf(one.min)])).toSorted();
    const to = held
      .flatMap((one) => (one?.max === undefined ? [] : [dayOf(one.max)]))
      .toSorted()
      .at(-1);
    // A column without known bounds may hold any day.
    return from === undefined || to === undefined || froms.length + 1 < refs.length || !isDay(from) || !isDay(to)
      ? null
      : { from, to };
  };
}

const keyOf = (table: string, column: string): string => JSON.stringify([table, column]);
const dayOf = (time: string): string => (time.endsWith(' BC') ? '' : time.slice(0, 10));
/** False for infinity and for years before Christ. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

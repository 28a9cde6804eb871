import type { Model } from '../live-model';

/** Names of the database by table, for completions. */
export type KnownNames = ReadonlyMap<string, readonly string[]>;

/** From the schema of a connection: `{ tables: [{ name, columns: [{ name }] }] }`. An unknown shape has no names. */
export function namesOfSchema(schema: Readonly<Record<string, unknown>>): KnownNames {
  const named = (list: unknown): { name: string; columns?: unknown }[] =>
    Array.isArray(list) ? list.filter((one): one is { name: string } => typeof Object(one).name === 'string') : [];
  return new Map(
    named(schema['tables']).map(({ name, columns }) => [name, named(columns).map((column) => column.name)]),
  );
}

export const namesOfModel = ({ tables = {} }: Model): KnownNames =>
  new Map(Object.entries(tables).map(([name, { columns = {} }]) => [name, Object.keys(columns)]));

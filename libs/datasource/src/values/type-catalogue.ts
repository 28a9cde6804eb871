import type { Datasource } from '../connection/datasource';
import type { ReadOnlySession } from '../connection/read-only-session';

/** The used columns of a pg_type row. */
export interface DatabaseType {
  oid: number;
  name: string;
  /** pg_type.typtype: b base, d domain, e enum, r range, m multirange, c composite, p pseudo. */
  kind: string;
  /** Element type of an array, else 0. */
  element: number;
  /** The base type of a domain, else 0. */
  base: number;
  delimiter: string;
}

export interface TypeCatalogue {
  get(oid: number): DatabaseType | undefined;
  /**
   * Internal name: of a domain its base type's, of enumerations and ranges `text` (their own could be any), of a newly
   * created type its number.
   */
  nameOf(oid: number): string;
}

/**
 * A type is an array if another type names it as its array: int2vector and oidvector have elements too, but another
 * text form.
 */
const READ_TYPES = `
  SELECT t.oid::int8 AS oid, t.typname AS name, t.typtype AS kind, t.typbasetype::int8 AS base, t.typdelim AS delimiter,
         coalesce(e.oid::int8, 0) AS element
    FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type e ON e.typarray = t.oid
   WHERE t.typtype <> 'c'`;

/** Types change with migrations, not with requests. */
const LIFETIME_MS = 300_000;

const catalogues = new WeakMap<Datasource, { catalogue: TypeCatalogue; readAt: number }>();

/** The types of a database if they were read in the last five minutes. */
export function knownTypes(datasource: Datasource): TypeCatalogue | undefined {
  const known = catalogues.get(datasource);
  return known && Date.now() - known.readAt < LIFETIME_MS ? known.catalogue : undefined;
}

/** The types of a database, cached for five minutes. */
export async function loadTypes(datasource: Datasource, session: ReadOnlySession): Promise<TypeCatalogue> {
  const known = knownTypes(datasource);
  if (known) return known;
  const [answer] = await session.exchange([{ text: READ_TYPES }]);
  const types = new Map(
    answer?.rows.map(([oid, name, kind, base, delimiter, element]) => [
      Number(oid),
      {
        oid: Number(oid),
        name: name ?? '',
        kind: kind ?? '',
        base: Number(base),
        delimiter: delimiter ?? ',',
        element: Number(element),
      },
    ]),
  );
  const catalogue = { get: (oid: number) => types.get(oid), nameOf: (oid: number) => nameOf(oid, types) };
  catalogues.set(datasource, { catalogue, readAt: Date.now() });
  return catalogue;
}

function nameOf(oid: number, types: ReadonlyMap<number, DatabaseType>): string {
  const type = types.get(oid);
  if (!type) return String(oid);
  if (type.kind === 'd') return nameOf(type.base, types);
  return type.kind === 'b' || type.kind === 'p' ? type.name : 'text';
}

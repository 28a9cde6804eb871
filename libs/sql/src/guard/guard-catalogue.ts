/** The readable objects of one connection. Columns are in their physical order, including hidden ones. */
export interface GuardCatalogue {
  /** Search path of unqualified names, in order. */
  searchPath: string[];
  relations: GuardRelation[];
  /** Names of user functions on the search path; a reviewed name that one of them shares is refused unless granted. */
  ownFunctions?: readonly string[];
  /** Symbols of user operators on the search path, refused in the same way, because an operator is a function. */
  ownOperators?: readonly string[];
  /** User functions that bypass row security, as `schema.name`: refused even if the connection grants them. */
  closedFunctions?: readonly string[];
}

export interface GuardRelation {
  schema: string;
  name: string;
  kind: string;
  hidden?: boolean;
  columns: GuardColumn[];
}

export interface GuardColumn {
  name: string;
  /** PostgreSQL's `format_type` text. */
  type: string;
  hidden?: boolean;
}

/** The catalogue, indexed for lookups. */
export interface CatalogueIndex {
  searchPath: readonly string[];
  /** By `schema.name`, joined with a NUL, because a dot is legal in a name. */
  relations: ReadonlyMap<string, GuardRelation>;
  /** Type names of visible columns, without schema, modifier and array brackets. */
  columnTypes: ReadonlySet<string>;
  ownFunctions: ReadonlySet<string>;
  ownOperators: ReadonlySet<string>;
  closedFunctions: ReadonlySet<string>;
}

const indexes = new WeakMap<GuardCatalogue, CatalogueIndex>();

/** Indexes a catalogue once per object: treat catalogues as immutable values. */
export function indexCatalogue(catalogue: GuardCatalogue): CatalogueIndex {
  const known = indexes.get(catalogue);
  if (known) return known;
  const built = buildIndex(catalogue);
  indexes.set(catalogue, built);
  return built;
}

export function relationKey(schema: string, name: string): string {
  return `${schema}\u0000${name}`;
}

function buildIndex(catalogue: GuardCatalogue): CatalogueIndex {
  const relations = new Map<string, GuardRelation>();
  const columnTypes = new Set<string>();
  for (const relation of catalogue.relations) {
    relations.set(relationKey(relation.schema, relation.name), relation);
    for (const column of relation.columns) {
      if (!relation.hidden && !column.hidden) columnTypes.add(bareTypeName(column.type));
    }
  }
  for (const relation of catalogue.relations) columnTypes.delete(relation.name);
  return {
    searchPath: catalogue.searchPath,
    relations,
    columnTypes,
    ownFunctions: new Set(catalogue.ownFunctions),
    ownOperators: new Set(catalogue.ownOperators),
    closedFunctions: new Set(catalogue.closedFunctions),
  };
}

function bareTypeName(type: string): string {
  const bare = type
    .replace(/\(.*\)/, '')
    .replace(/\[\]/g, '')
    .trim();
  const last = bare.match(/(?:^|\.)("(?:[^"]|"")+"|[^."]+)$/)?.[1] ?? bare;
  return last.startsWith('"') ? last.slice(1, -1).replaceAll('""', '"') : last;
}

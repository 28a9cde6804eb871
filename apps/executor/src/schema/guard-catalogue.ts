import type { SchemaSnapshot } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { GuardCatalogue } from '@querent/sql';

/** What statements on a connection may read: what the login may read, less what the model hides. */
export function guardCatalogueOf(snapshot: SchemaSnapshot, model: SemanticModel): GuardCatalogue {
  const searchPath = snapshot.schema === 'public' ? ['public'] : [snapshot.schema, 'public'];
  const relations = snapshot.tables.map((table) => {
    const known = model.tables[table.name];
    return {
      schema: snapshot.schema,
      name: table.name,
      kind: table.kind,
      hidden: known === undefined,
      columns: table.columns.map(({ name, type }) => ({ name, type, hidden: known?.columns[name] === undefined })),
    };
  });
  return {
    searchPath,
    relations,
    ownFunctions: snapshot.ownFunctions ?? [],
    ownOperators: snapshot.ownOperators ?? [],
    closedFunctions: snapshot.closedFunctions ?? [],
  };
}

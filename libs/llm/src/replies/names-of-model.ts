import type { Localized, LocalizedList, SemanticModel } from '@querent/model';
import type { PhysicalName, PhysicalNames } from '@querent/sql';

interface Named {
  label: Localized;
  synonyms: LocalizedList;
}

/** The physical names that a model knows, each with its label, and the business vocabulary. */
export function namesOfModel(model: SemanticModel): PhysicalNames {
  const tables = Object.values(model.tables);
  const columns = tables.flatMap((table) => Object.values(table.columns));
  const entities = Object.values(model.entities);
  const fields = entities.flatMap((entity) => Object.values(entity.fields));
  const [metrics, filters] = [Object.values(model.metrics), Object.values(model.filters)];
  const terms = Object.values(model.terms);
  const ids = [...metrics, ...filters, ...entities, ...fields].map(({ id, label }): PhysicalName => ({
    name: id,
    label,
  }));
  const names = [
    { name: model.schema, label: null },
    ...[...tables, ...columns].map(({ name, label }): PhysicalName => ({ name, label })),
    ...ids,
  ];
  const named: Named[] = [...tables, ...columns, ...metrics, ...filters, ...terms, ...entities, ...fields];
  const words = named.flatMap(({ label, synonyms }) => [
    label.zh ?? '',
    label.en ?? '',
    ...synonyms.zh,
    ...synonyms.en,
  ]);
  const values = columns.flatMap((column) => Object.values(column.values).flatMap(({ zh, en }) => [...zh, ...en]));
  return {
    names,
    vocabulary: [...words, ...values, ...terms.map(({ id }) => id), ...storedNames(columns, names)].filter(
      (word) => word !== '',
    ),
  };
}

/** Stored values that are spelt like a physical name (`active`) may be shown. */
function storedNames(
  columns: readonly { values: Record<string, unknown>; storedValues: string[] }[],
  names: readonly PhysicalName[],
): string[] {
  const spelt = new Set(names.map(({ name }) => name.toLowerCase()));
  return columns.flatMap(({ values, storedValues }) =>
    [...Object.keys(values), ...storedValues].filter((value) => spelt.has(value.toLowerCase())),
  );
}

import type { SchemaSnapshot } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import type { Labels, PhysicalName, PhysicalNames } from '@querent/sql';

interface Named {
  label: Labels;
  synonyms: { zh: string[]; en: string[] };
}

/**
 * Every physical name of a connection's database with its business label. Names come from the snapshot, because names
 * that the model hides or the login may not read must not leak either; labels come from the model.
 * @param label label of the connection, used for its schema
 */
export function physicalNamesOf(snapshot: SchemaSnapshot, model: SemanticModel, label: Labels): PhysicalNames {
  const tables = snapshot.tables.flatMap((table): PhysicalName[] => {
    const known = model.tables[table.name];
    return [
      { name: table.name, label: known?.label ?? null },
      ...table.columns.map(({ name }) => ({ name, label: known?.columns[name]?.label ?? null })),
    ];
  });
  const withheld = (snapshot.withheld ?? []).flatMap(({ name, columns }) => [
    name,
    ...columns.map((column) => column.name),
  ]);
  const names = [
    { name: snapshot.schema, label },
    ...tables,
    ...withheld.map((name): PhysicalName => ({ name, label: null })),
  ];
  return { names, vocabulary: [...wordsOf(model, label), ...storedNames(model, names)] };
}

function wordsOf(model: SemanticModel, label: Labels): string[] {
  const tables = Object.values(model.tables);
  const columns = tables.flatMap((table) => Object.values(table.columns));
  const entities = Object.values(model.entities);
  const named: Named[] = [
    ...tables,
    ...columns,
    ...Object.values(model.metrics),
    ...Object.values(model.filters),
    ...Object.values(model.terms),
    ...entities,
    ...entities.flatMap(({ fields }) => Object.values(fields)),
  ];
  const ofNamed = named.flatMap((part) => [...labelsOf(part.label), ...part.synonyms.zh, ...part.synonyms.en]);
  const ofValues = columns.flatMap(({ values }) => Object.values(values).flatMap(({ zh, en }) => [...zh, ...en]));
  return [...labelsOf(label), ...ofNamed, ...Object.keys(model.terms), ...ofValues];
}

/**
 * Stored values that equal a physical name (`active`): they may appear as values. Other values need no entry, and there
 * may be very many of them.
 */
function storedNames(model: SemanticModel, names: readonly PhysicalName[]): string[] {
  const spelt = new Set(names.map(({ name }) => name.toLowerCase()));
  const columns = Object.values(model.tables).flatMap((table) => Object.values(table.columns));
  return columns.flatMap(({ values, storedValues }) =>
    [...Object.keys(values), ...storedValues].filter((value) => spelt.has(value.toLowerCase())),
  );
}

const labelsOf = ({ zh, en }: Labels): string[] => [zh, en].filter((text) => text !== undefined);

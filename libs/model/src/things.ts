import type { ColumnRef } from '@querent/contracts';
import { holdsNumbers } from './holds-numbers';
import type {
  ColumnCategory,
  ColumnRole,
  Localized,
  LocalizedList,
  ModelColumn,
  ModelEntity,
  ModelTable,
  SemanticModel,
} from './semantic-model';

/** The common view of a column of a table and a field of an entity. */
export interface Attribute {
  ref: ColumnRef;
  ownerKind: 'table' | 'entity';
  label: Localized;
  synonyms: LocalizedList;
  description?: Localized;
  role: ColumnRole;
  category: ColumnCategory;
  /** Stored values with their names per language. */
  values: Record<string, LocalizedList>;
  stored: string[];
  storedComplete: boolean;
  isYear: boolean;
  unique: boolean;
  unit?: Localized;
  format?: 'percent' | 'currency';
  better?: 'higher' | 'lower';
  /** Whether the values are numbers, including text that a safe cast converts to numbers. */
  numeric: boolean;
}

/** The common view of a table and an entity. */
export interface Thing {
  name: string;
  kind: 'table' | 'entity';
  label: Localized;
  synonyms: LocalizedList;
  description?: Localized;
  attributes: Attribute[];
  /** The tables with its rows: the table itself, or the entity's sources. */
  tables: string[];
  primaryKey: string[];
  /** Estimated number of rows of these tables. */
  estimatedRows: number;
  defaultMetric?: string;
  defaultTime?: string;
}

const known = new WeakMap<SemanticModel, ReadonlyMap<string, Thing>>();

/** All things of a model by name. Entities come first: a word of both means the entity and not one of its sources. */
export function thingsOf(model: SemanticModel): ReadonlyMap<string, Thing> {
  const things = known.get(model) ?? buildThings(model);
  known.set(model, things);
  return things;
}

function buildThings(model: SemanticModel): ReadonlyMap<string, Thing> {
  const things = new Map<string, Thing>();
  for (const entity of Object.values(model.entities)) things.set(entity.id, entityThing(entity, model));
  for (const table of Object.values(model.tables)) {
    things.set(table.name, tableThing(table));
  }
  return things;
}

/** The attributes of a table are built on first use, because those of all tables of a large model take too long. */
function tableThing(table: ModelTable): Thing {
  let attributes: Attribute[] | undefined;
  return {
    ...table,
    kind: 'table',
    get attributes() {
      return (attributes ??= Object.values(table.columns).map(columnAttribute));
    },
    tables: [table.name],
  };
}

/** Copies field by field, which is several times faster than object spread. Large models have many columns. */
function columnAttribute(column: ModelColumn): Attribute {
  const {
    table,
    name,
    label,
    synonyms,
    description,
    role,
    category,
    values,
    storedValues,
    storedValuesComplete,
    isYear,
    unique,
    unit,
    format,
    better,
  } = column;
  return {
    ref: { table, column: name },
    ownerKind: 'table',
    label,
    synonyms,
    description,
    role,
    category,
    values,
    stored: storedValues,
    storedComplete: storedValuesComplete,
    isYear,
    unique,
    unit,
    format,
    better,
    numeric: holdsNumbers(column),
  };
}

function entityThing(entity: ModelEntity, model: SemanticModel): Thing {
  const attributes: Attribute[] = [];
  for (const field of Object.values(entity.fields)) {
    const columns = field.columns.flatMap((ref) => model.tables[ref.table]?.columns[ref.column] ?? []);
    const first = columns[0];
    if (!first) continue;
    attributes.push({
      ref: { table: entity.id, column: field.id },
      ownerKind: 'entity',
      label: field.label,
      synonyms: field.synonyms,
      role: field.role,
      category: first.category,
      values: Object.assign({}, ...columns.map((column) => column.values)) as Attribute['values'],
      stored: [...new Set(columns.flatMap((column) => column.storedValues))],
      storedComplete: columns.every((column) => column.storedValuesComplete),
      isYear: first.isYear,
      unique: false,
      unit: first.unit,
      format: first.format,
      better: first.better,
      numeric: columns.some(holdsNumbers),
    });
  }
  return {
    name: entity.id,
    kind: 'entity',
    label: entity.label,
    synonyms: entity.synonyms,
    attributes,
    tables: [...entity.sources],
    primaryKey: [],
    estimatedRows: rowsOf(entity, model),
  };
}

function rowsOf(entity: ModelEntity, model: SemanticModel): number {
  return entity.sources.reduce((sum, source) => sum + (model.tables[source]?.estimatedRows ?? 0), 0);
}

/** Every name of a labelled part, with a weight: 1 for a label, less for a synonym. */
export function namesOf(part: { label: Localized; synonyms: LocalizedList }): { name: string; weight: number }[] {
  const labels = [part.label.zh, part.label.en].flatMap((name) => (name ? [{ name, weight: 1 }] : []));
  const synonyms = [...part.synonyms.zh, ...part.synonyms.en].map((name) => ({ name, weight: 0.98 }));
  return [...labels, ...synonyms];
}

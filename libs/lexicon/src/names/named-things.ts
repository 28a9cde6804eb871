import type { ColumnRef } from '@querent/contracts';
import type {
  ColumnCategory,
  ColumnRole,
  Localized,
  LocalizedList,
  ModelColumn,
  ModelEntity,
  ModelTable,
  SemanticModel,
} from '@querent/semantic';
import type { NameMeaning } from '../unit';
import type { Dictionary } from './dictionary';
import { translatedNames } from './translated-names';
import type { WrittenName } from './written-names';

/** What a table, column, metric, filter or term is called. */
export interface Labelled {
  label: Localized;
  synonyms: LocalizedList;
  /** Its identifier in the database or the model file. */
  physical: string;
  /** Names in the language that it has no label in. */
  translated?: readonly WrittenName[];
}

/** A column of a table or a field of an entity. */
export interface NamedColumn extends Labelled {
  ref: ColumnRef;
  role: ColumnRole;
  category: ColumnCategory;
  isYear: boolean;
  /** Stored values with the names that the model lists for them. */
  values: Record<string, LocalizedList>;
  stored: readonly string[];
  storedComplete: boolean;
}

/** A table or an entity. */
export interface NamedThing extends Labelled {
  id: string;
  columns: readonly NamedColumn[];
  /** Whether it is one of the tables that an entity is kept in. */
  isSource: boolean;
  /** Columns that fill a field of an entity. */
  fields: ReadonlySet<string>;
}

/**
 * The things of a model: entities first, then tables, each in the model's order. Those without a label in one language
 * are translated with a dictionary.
 */
export function* namedThings(model: SemanticModel, dictionary: Dictionary | null): Generator<NamedThing> {
  const entities = Object.values(model.entities);
  const sources = new Set(entities.flatMap((entity) => entity.sources));
  const filled = entities.flatMap(({ fields }) => Object.values(fields).flatMap(({ columns }) => columns));
  const translatedThing = (thing: NamedThing): NamedThing =>
    translated({ ...thing, columns: thing.columns.map((column) => translated(column, dictionary)) }, dictionary);
  for (const entity of entities) yield translatedThing(entityThing(entity, model));
  for (const table of Object.values(model.tables)) {
    const fields = new Set(filled.flatMap((ref) => (ref.table === table.name ? [ref.column] : [])));
    yield translatedThing(tableThing(table, sources.has(table.name), fields));
  }
}

/** The part with its names in the language that it has no label in. */
export function translated<P extends Labelled>(part: P, dictionary: Dictionary | null): P {
  const names = dictionary === null ? [] : translatedNames(part, dictionary);
  return names.length === 0 ? part : { ...part, translated: names };
}

/** The meaning of a column's own names. */
export function columnMeaning({ ref, role }: NamedColumn): NameMeaning {
  return role === 'measure' ? { type: 'measure', column: ref } : { type: 'attribute', column: ref };
}

function tableThing(table: ModelTable, isSource: boolean, fields: ReadonlySet<string>): NamedThing {
  const { name, label, synonyms, columns } = table;
  return {
    id: name,
    physical: name,
    label,
    synonyms,
    isSource,
    fields,
    columns: Object.values(columns).map(tableColumn),
  };
}

function tableColumn(column: ModelColumn): NamedColumn {
  const { table, name, label, synonyms, role, category, isYear, values, storedValues, storedValuesComplete } = column;
  const ref = { table, column: name };
  return {
    ref,
    physical: name,
    label,
    synonyms,
    role,
    category,
    isYear,
    values,
    stored: storedValues,
    storedComplete: storedValuesComplete,
  };
}

function entityThing(entity: ModelEntity, model: SemanticModel): NamedThing {
  const columns = Object.values(entity.fields).flatMap((field): NamedColumn[] => {
    const kept = field.columns.flatMap((ref) => model.tables[ref.table]?.columns[ref.column] ?? []);
    const [first] = kept;
    if (first === undefined) return [];
    const { id, label, synonyms, role } = field;
    return [
      {
        ref: { table: entity.id, column: id },
        physical: id,
        label,
        synonyms,
        role,
        category: first.category,
        isYear: first.isYear,
        values: Object.assign({}, ...kept.map((column) => column.values)) as NamedColumn['values'],
        stored: [...new Set(kept.flatMap((column) => column.storedValues))],
        storedComplete: kept.every((column) => column.storedValuesComplete),
      },
    ];
  });
  return {
    id: entity.id,
    physical: entity.id,
    label: entity.label,
    synonyms: entity.synonyms,
    isSource: false,
    fields: new Set(),
    columns,
  };
}

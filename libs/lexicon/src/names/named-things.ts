import type { ColumnRef } from '@querent/contracts';
import type {
  ColumnCategory,
  ColumnRole,
  LocalizedList,
  ModelColumn,
  ModelEntity,
  ModelTable,
  SemanticModel,
} from '@querent/model';
import type { NameMeaning } from '../unit';
import type { Dictionary } from './dictionary';
import { translatedNames } from './translated-names';
import type { Labelled } from './written-names';

/** A column of a table or a field of an entity. */
export interface NamedColumn extends Labelled {
  ref: ColumnRef;
  role: ColumnRole;
  category: ColumnCategory;
  nullable: boolean;
  isYear: boolean;
  /** The names of the thing that the column refers to; empty if there is none. */
  refersTo: readonly string[];
  /** Stored values with their names in the model. */
  values: Record<string, LocalizedList>;
  stored: readonly string[];
  storedComplete: boolean;
}

/** A table or an entity. */
export interface NamedThing extends Labelled {
  id: string;
  columns: readonly NamedColumn[];
  /** Whether it is a source table of an entity. */
  isSource: boolean;
  /** Columns that fill a field of an entity. */
  fields: ReadonlySet<string>;
  /** For a role: the thing that plays it and owns its columns. Their names are indexed once, with that thing. */
  roleOf?: string;
}

/** The things of a model: entities first, then tables, each in the model's order. */
export function* namedThings(model: SemanticModel): Generator<NamedThing> {
  const entities = Object.values(model.entities);
  const sources = new Set(entities.flatMap((entity) => entity.sources));
  const filled = entities.flatMap(({ fields }) => Object.values(fields).flatMap(({ columns }) => columns));
  const referred = namesReferredTo(model);
  for (const entity of entities) yield entityThing(entity, model);
  for (const table of Object.values(model.tables)) {
    const played = table.role && model.tables[table.role.of];
    const fields = new Set(filled.flatMap((ref) => (ref.table === table.name ? [ref.column] : [])));
    const own = { isSource: sources.has(table.name), fields, referred };
    yield played ? roleThing(table, played) : tableThing(table, own);
  }
}

/** The thing and its columns with their names in the language that has no label. */
export const translatedThing = (thing: NamedThing, dictionary: Dictionary): NamedThing =>
  translated({ ...thing, columns: thing.columns.map((column) => translated(column, dictionary)) }, dictionary);

/** The part with its names in the language that has no label. */
export function translated<P extends Labelled>(part: P, dictionary: Dictionary): P {
  const names = translatedNames(part, dictionary);
  return names.length === 0 ? part : { ...part, translated: names };
}

/** The meaning of a column's own names. */
export function columnMeaning({ ref, role, refersTo }: NamedColumn): NameMeaning {
  return role === 'measure' && refersTo.length === 0
    ? { type: 'measure', column: ref }
    : { type: 'attribute', column: ref };
}

interface Around {
  isSource: boolean;
  fields: ReadonlySet<string>;
  referred: Referred;
}

function tableThing(table: ModelTable, { isSource, fields, referred }: Around): NamedThing {
  const { name, label, synonyms } = table;
  const columns = Object.values(table.columns).map((column) =>
    tableColumn(column, referred.get(`${name}.${column.name}`) ?? NONE),
  );
  return { id: name, physical: name, label, synonyms, isSource, fields, columns };
}

type Referred = ReadonlyMap<string, readonly string[]>;
const NONE: readonly string[] = [];

/** The names of the things that columns refer to, by `table.column`. */
function namesReferredTo({ joins, tables }: SemanticModel): Referred {
  return new Map(
    joins.flatMap(({ from, to }): [string, string[]][] => {
      const [column, ...more] = from.columns;
      const thing = tables[to.table];
      if (column === undefined || more.length > 0 || !thing || thing.role) return [];
      return [[`${from.table}.${column}`, writtenTexts(thing).map((text) => text.toLowerCase())]];
    }),
  );
}

/** A role does not get the names that the thing itself has. */
function roleThing({ name, label, synonyms, role }: ModelTable, played: ModelTable): NamedThing {
  const taken = new Set(writtenTexts(played).map((text) => text.toLowerCase()));
  const own = (text: string): boolean => !taken.has(text.toLowerCase());
  return {
    id: name,
    physical: (role?.way === undefined ? role?.key.column : `${role.way}_${played.name}`) ?? name,
    label: Object.fromEntries(Object.entries(label).filter(([, text]: [string, string]) => own(text))),
    synonyms: { zh: synonyms.zh.filter(own), en: synonyms.en.filter(own) },
    isSource: false,
    fields: new Set(),
    roleOf: played.name,
    columns: [],
  };
}

const writtenTexts = ({ label, synonyms }: Pick<ModelTable, 'label' | 'synonyms'>): string[] => [
  ...Object.values(label as Record<string, string>),
  ...synonyms.zh,
  ...synonyms.en,
];

function tableColumn(column: ModelColumn, refersTo: readonly string[]): NamedColumn {
  const { table, name, label, synonyms, role, category, isYear, values } = column;
  const { nullable, storedValues, storedValuesComplete } = column;
  const ref = { table, column: name };
  return {
    ref,
    physical: name,
    label,
    synonyms,
    role,
    category,
    nullable,
    isYear,
    refersTo,
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
        nullable: kept.some((column) => column.nullable),
        isYear: first.isYear,
        refersTo: NONE,
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

import type { ColumnRef, Filter } from '@querent/contracts';
import { isOfName } from '@querent/lexicon';
import { halfOfName, type ModelColumn } from '@querent/model';
import { ColumnFacts } from './columns';

/** Names of rows, kinds and stored values. */
export class NameFacts extends ColumnFacts {
  private readonly spellings = new Map<ModelColumn, ReadonlyMap<string, string>>();
  private readonly nameColumns = new Map<string, ColumnRef | null>();

  /**
   * The column that names a row: with the role `name`, else a unique text, else a primary key of one column. Memoised.
   */
  nameColumn(thing: string): ColumnRef | null {
    const known = this.nameColumns.get(thing);
    if (known !== undefined) return known;
    const found = this.findNameColumn(thing);
    this.nameColumns.set(thing, found);
    return found;
  }

  private findNameColumn(thing: string): ColumnRef | null {
    const columns = this.columns(thing);
    const isCode = (ref: ColumnRef): boolean =>
      this.column(ref)?.unique === true && this.column(ref)?.category === 'text' && this.role(ref) !== 'text';
    const named = columns.find((ref) => this.role(ref) === 'name') ?? columns.find(isCode);
    if (named) return named;
    const [key, ...more] = this.model.tables[thing]?.primaryKey ?? [];
    return key !== undefined && more.length === 0 ? { table: thing, column: key } : null;
  }

  protected hasName(thing: string): boolean {
    const name = this.nameColumn(thing);
    return name !== null && this.role(name) === 'name';
  }

  /** Whether a column stores a name. */
  isNameColumn(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return this.role(ref) === 'name' || isOfName(label?.zh, label?.en);
  }

  /** Whether the conditions identify a thing by its name. */
  isNaming(thing: string, filters: readonly Filter[]): boolean {
    return filters.some(
      (filter) => 'column' in filter && filter.column.table === thing && this.role(filter.column) === 'name',
    );
  }

  /** A column to show beside a name: the other half of a person's name, else the key. */
  columnBesideName(name: ColumnRef): ColumnRef | null {
    return this.otherHalfOfName(name) ?? this.keyBeside(name);
  }

  /** The last name for a first name, and the reverse. */
  otherHalfOfName(name: ColumnRef): ColumnRef | null {
    const half = halfOfName(this.column(name)?.label ?? {});
    if (half === null) return null;
    const [other, ...more] = this.columns(name.table).filter((ref) => {
      const { label, category } = this.column(ref) ?? {};
      const its = category === 'text' ? halfOfName(label ?? {}) : null;
      return its !== null && its !== half;
    });
    return other !== undefined && more.length === 0 ? other : null;
  }

  /** The key of a row in a derived model, if it is one number or code. */
  private keyBeside(name: ColumnRef): ColumnRef | null {
    const [key, ...more] = this.model.tables[name.table]?.primaryKey ?? [];
    if (!this.model.derived || key === undefined || more.length > 0 || key === name.column) return null;
    const column = { table: name.table, column: key };
    const category = this.column(column)?.category;
    const isShort = category === 'integer' || category === 'text';
    return this.role(name) === 'name' && isShort ? column : null;
  }

  /** The column to show for a reference: the name of the referenced thing, not the key. */
  displayColumn(ref: ColumnRef): ColumnRef {
    const thing = this.refersTo(ref);
    const name = thing === null ? null : this.nameColumn(thing);
    return name !== null && this.way(ref.table, name.table)?.kind === 'lookup' ? name : ref;
  }

  /** The name that a foreign key stores directly, if it is the table's only reference to that thing. */
  nameStoredIn({ table, column }: ColumnRef): ColumnRef | null {
    const joins = this.joinsFrom(table).filter(
      ({ from, to }) => from.columns.length === 1 && from.columns[0] === column && this.playerOf(to.table) === to.table,
    );
    const [join, ...more] = joins;
    const name = join ? this.nameColumn(join.to.table) : null;
    const isAlone =
      join !== undefined &&
      this.joinsFrom(table).filter(({ to }) => this.playerOf(to.table) === join.to.table).length === 1;
    return isAlone && more.length === 0 && name !== null && join.to.columns[0] === name.column ? name : null;
  }

  /** The stored spelling of a value or of its name, case-insensitive. Null if all values are known and none matches. */
  storedSpelling(ref: ColumnRef, text: string): string | null {
    const column = this.column(ref);
    if (column === undefined) return text;
    const stored = this.spellingsOf(column).get(text.toLowerCase());
    return stored ?? (column.storedValuesComplete && column.storedValues.length > 0 ? null : text);
  }

  /**
   * Stored values by their lower-case names and spellings. Names take precedence over spellings, earlier ones over
   * later ones.
   */
  private spellingsOf(column: ModelColumn): ReadonlyMap<string, string> {
    const known = this.spellings.get(column);
    if (known !== undefined) return known;
    const named = Object.entries(column.values ?? {}).flatMap(([value, { zh, en }]) =>
      [value, ...zh, ...en].map((name): [string, string] => [name.toLowerCase(), value]),
    );
    const stored = column.storedValues.map((value): [string, string] => [value.toLowerCase(), value]);
    const spellings = new Map([...named, ...stored].reverse());
    this.spellings.set(column, spellings);
    return spellings;
  }

  /** The stored place of a name. For an entity, that is its name in the table with the location. */
  storedPlace(nameColumn: ColumnRef, name: string): string | null {
    const geo = this.geoColumn(nameColumn.table);
    if (geo === null) return null;
    const [located] = this.model.entities[nameColumn.table]?.fields[geo.column]?.columns ?? [geo];
    const names = this.model.entities[nameColumn.table]?.fields[nameColumn.column]?.columns ?? [nameColumn];
    const own = names.find(({ table }) => table === located?.table);
    const stored = (own && this.model.tables[own.table]?.columns[own.column]?.storedValues) ?? [];
    if (stored.length === 0 || stored.includes(name)) return name;
    return stored.filter((one) => name.startsWith(one)).sort((a, b) => b.length - a.length)[0] ?? null;
  }

  /** The only column of a thing called type, kind or category. */
  kindColumn(thing: string): ColumnRef | null {
    const kinds = this.columns(thing).filter(
      (ref) => this.role(ref) === 'dimension' && isCalledKind(this.column(ref)?.label),
    );
    return kinds.length === 1 ? (kinds[0] ?? null) : null;
  }

  /** The kind column, or the name column of the only list of kinds that the thing refers to: repair type of repairs. */
  kindOf(thing: string): ColumnRef | null {
    const own = this.kindColumn(thing);
    if (own !== null) return own;
    const lists = this.joinsFrom(thing).flatMap(({ to }) =>
      to.table !== thing && isCalledKind(this.model.tables[to.table]?.label) ? [to.table] : [],
    );
    const [list, ...more] = new Set(lists);
    return list !== undefined && more.length === 0 ? this.nameColumn(list) : null;
  }

  /** Whether a column stores kinds. */
  isKind(ref: ColumnRef): boolean {
    const list = isCalledKind(this.model.tables[ref.table]?.label) ? this.nameColumn(ref.table) : null;
    return list?.column === ref.column || (this.role(ref) === 'dimension' && isCalledKind(this.column(ref)?.label));
  }
}

const isCalledKind = (label: { zh?: string; en?: string } | undefined): boolean =>
  /(?:类型|类别|种类|品类|分类)$/u.test(label?.zh ?? '') || /\b(?:type|kind|category)$/iu.test(label?.en ?? '');

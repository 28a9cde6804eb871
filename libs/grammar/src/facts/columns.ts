import type { ColumnRef } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import { extremeOf, isIntensive, isOfPlace, isOfRank, isOnScale, isHeight, isSalePrice } from '@querent/lexicon';
import { holdsNumbers, type ModelColumn, type ModelField } from '@querent/model';
import { JoinFacts } from './joins';

/** Columns of things: what they hold, and on which scale their amounts are. */
export class ColumnFacts extends JoinFacts {
  column(ref: ColumnRef): ModelColumn | undefined {
    const field: ModelField | undefined = this.model.entities[ref.table]?.fields[ref.column];
    const [first] = field?.columns ?? [ref];
    return first && this.model.tables[first.table]?.columns[first.column];
  }

  role(ref: ColumnRef): ModelColumn['role'] | undefined {
    return this.model.entities[ref.table]?.fields[ref.column]?.role ?? this.column(ref)?.role;
  }

  columns(thing: string): ColumnRef[] {
    const names = Object.keys(this.model.entities[thing]?.fields ?? this.model.tables[thing]?.columns ?? {});
    return names.map((column) => ({ table: thing, column }));
  }

  /** The field of an entity that a column of one of its tables fills. */
  fieldOf(entity: string, { table, column }: ColumnRef): ColumnRef | null {
    const field = Object.values(this.model.entities[entity]?.fields ?? {}).find(({ columns }) =>
      columns.some((one) => one.table === table && one.column === column),
    );
    return field ? { table: entity, column: field.id } : null;
  }

  /** A number that may be more or less; a key that refers to a thing is none. */
  isNumber(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return column !== undefined && this.refersTo(ref) === null && holdsNumbers(column);
  }

  /** A number that grades its rows, and neither names them nor refers to others. */
  isAmount(ref: ColumnRef): boolean {
    const key = this.model.tables[ref.table]?.primaryKey.includes(ref.column) ?? false;
    return this.isNumber(ref) && !key && this.role(ref) !== 'key' && this.refersTo(ref) === null;
  }

  /** Whether a number is a rank, of which the first is the best. */
  isRank(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return this.isNumber(ref) && isOfRank(label?.zh, label?.en);
  }

  /** Whether amounts are rates per unit of something, so that their sum means nothing. */
  isIntensive(ref: ColumnRef): boolean {
    const { label, format } = this.column(ref) ?? {};
    return format === 'percent' || isIntensive(label?.zh, label?.en);
  }

  /** What many of the amounts of a column come to that are extremes by its name. */
  extremeOf(ref: ColumnRef): 'max' | 'min' | null {
    const { label } = this.column(ref) ?? {};
    return extremeOf(label?.zh, label?.en);
  }

  /** Whether a number is what a scale grades: how much things cost, how old they are. */
  isOnScale(ref: ColumnRef, scale: SuperlativeScale): boolean {
    const column = this.column(ref);
    const { label, synonyms } = column ?? {};
    return (
      (scale === 'price' && column?.format === 'currency') ||
      isOnScale(scale, label?.zh, label?.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? []), ref.column)
    );
  }

  private isSalePrice(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return isSalePrice(label?.zh, label?.en);
  }

  /** Amounts of a thing that a degree grades: prices for the dearest; all of them where none is called so. */
  amountsOnScale(thing: string, scale: SuperlativeScale | null): { columns: ColumnRef[]; areNamed: boolean } {
    const amounts = this.columns(thing).filter((ref) => this.role(ref) === 'measure');
    const named = scale === null ? [] : amounts.filter((ref) => this.isOnScale(ref, scale));
    if (named.length === 0) return { columns: amounts, areNamed: false };
    // What is dear is so by its price, and not by what was paid for it.
    const prices = scale === 'price' ? named.filter((ref) => this.isSalePrice(ref)) : [];
    return { columns: prices.length > 0 ? prices : named, areNamed: true };
  }

  /** How high things are. */
  heightsOf(thing: string): ColumnRef[] {
    return this.columns(thing).filter((ref) => {
      const { label, synonyms } = this.column(ref) ?? {};
      const names = [label?.zh, label?.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? []), ref.column];
      return this.role(ref) === 'measure' && isHeight(...names);
    });
  }

  /** Whether a column is named after its table: the order date of an order, the bill amount of a bill. */
  sharesName(ref: ColumnRef): boolean {
    const [column, table] = [this.column(ref), this.model.tables[ref.table]];
    return (['zh', 'en'] as const).some((locale) => {
      const [name, owner] = [column?.label[locale]?.toLowerCase(), table?.label[locale]?.toLowerCase()];
      if (name === undefined || owner === undefined || owner === '' || !name.startsWith(owner)) return false;
      return !/^[a-z]/.test(name.slice(owner.length));
    });
  }

  /** Whether a column holds a city, region or country. */
  isPlace(ref: ColumnRef): boolean {
    const label = this.model.entities[ref.table]?.fields[ref.column]?.label ?? this.column(ref)?.label;
    return isOfPlace(label?.zh, label?.en);
  }

  /** The column of a thing's location. */
  geoColumn(thing: string): ColumnRef | null {
    return this.columns(thing).find((ref) => this.role(ref) === 'geo') ?? null;
  }

  /** Tables whose rows are somewhere. */
  located(): string[] {
    return Object.keys(this.model.tables).filter((thing) => this.geoColumn(thing) !== null);
  }
}

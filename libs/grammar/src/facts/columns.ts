import type { ColumnRef } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import { extremeOf, isIntensive, isOfPlace, isOfRank, isOnScale, isHeight, isSalePrice } from '@querent/lexicon';
import { holdsNumbers, type ModelColumn, type ModelField } from '@querent/model';
import { JoinFacts } from './joins';

/** Words that, after the name of the rows, name their own amount. */
const AMOUNT = new Set(['amount', 'total', 'value', 'sum', 'amt', 'gross']);
const AMOUNT_ZH = /^(?:总|总计|合计)?(?:金额|总额|额|价|款|总价)$/u;

/** Columns of things: what they store, and the scale of their amounts. */
export class ColumnFacts extends JoinFacts {
  /** The column of a reference; for a field of an entity, its first column. */
  column(ref: ColumnRef): ModelColumn | undefined {
    const field: ModelField | undefined = this.model.entities[ref.table]?.fields[ref.column];
    const [first] = field?.columns ?? [ref];
    return first && this.model.tables[first.table]?.columns[first.column];
  }

  /** The role of a column, or of a field of an entity. */
  role(ref: ColumnRef): ModelColumn['role'] | undefined {
    return this.model.entities[ref.table]?.fields[ref.column]?.role ?? this.column(ref)?.role;
  }

  /** All columns of a table, or all fields of an entity. */
  columns(thing: string): ColumnRef[] {
    const names = Object.keys(this.model.entities[thing]?.fields ?? this.model.tables[thing]?.columns ?? {});
    return names.map((column) => ({ table: thing, column }));
  }

  /** The field of an entity that is filled from a column of a source table. */
  fieldOf(entity: string, { table, column }: ColumnRef): ColumnRef | null {
    const field = Object.values(this.model.entities[entity]?.fields ?? {}).find(({ columns }) =>
      columns.some((one) => one.table === table && one.column === column),
    );
    return field ? { table: entity, column: field.id } : null;
  }

  /** Whether a column stores numbers and is not a reference. */
  isNumber(ref: ColumnRef): boolean {
    const column = this.column(ref);
    return column !== undefined && this.refersTo(ref) === null && holdsNumbers(column);
  }

  /** Whether a column stores amounts: numbers that are neither keys nor references. */
  isAmount(ref: ColumnRef): boolean {
    const key = this.model.tables[ref.table]?.primaryKey.includes(ref.column) ?? false;
    return this.isNumber(ref) && !key && this.role(ref) !== 'key' && this.refersTo(ref) === null;
  }

  /** Whether a column stores ranks, of which the first is the best. */
  isRank(ref: ColumnRef): boolean {
    const { label } = this.column(ref) ?? {};
    return this.isNumber(ref) && isOfRank(label?.zh, label?.en);
  }

  /** Whether the amounts are rates, whose sum has no meaning. */
  isIntensive(ref: ColumnRef): boolean {
    const { label, format } = this.column(ref) ?? {};
    return format === 'percent' || isIntensive(label?.zh, label?.en);
  }

  /** The aggregate of a column of extremes, by its name: `max` for a highest price. */
  extremeOf(ref: ColumnRef): 'max' | 'min' | null {
    const { label } = this.column(ref) ?? {};
    return extremeOf(label?.zh, label?.en);
  }

  /** Whether a column belongs to a scale, such as price or age. */
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

  /**
   * The amounts of a thing on the scale of a superlative: prices for "dearest". All amounts, with `areNamed` false, if
   * none is on the scale.
   */
  amountsOnScale(thing: string, scale: SuperlativeScale | null): { columns: ColumnRef[]; areNamed: boolean } {
    const amounts = this.columns(thing).filter((ref) => this.role(ref) === 'measure');
    const named = scale === null ? [] : amounts.filter((ref) => this.isOnScale(ref, scale));
    if (named.length === 0) return { columns: amounts, areNamed: false };
    // "Dear" grades the sale price, not the amount that was paid.
    const prices = scale === 'price' ? named.filter((ref) => this.isSalePrice(ref)) : [];
    return { columns: prices.length > 0 ? prices : named, areNamed: true };
  }

  /** Columns of heights. */
  heightColumns(thing: string): ColumnRef[] {
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

  /**
   * The amount column that is named after its rows: the invoice amount, 订单金额. The size of an invoice is this amount.
   * Null if there is none, or several.
   */
  ownAmount(thing: string): ColumnRef | null {
    const names = [this.model.tables[thing]?.label, this.model.entities[thing]?.label];
    const english = new Set(names.flatMap((label) => wordsOf(label?.en)));
    const chinese = names.flatMap((label) => (label?.zh ? [label.zh] : []));
    const isOwn = (ref: ColumnRef): boolean => {
      const { label } = this.column(ref) ?? {};
      const words = wordsOf(label?.en).filter((word) => !english.has(word));
      const rest = chinese.find((name) => label?.zh?.startsWith(name) === true);
      const isOwnInChinese = rest !== undefined && AMOUNT_ZH.test(label?.zh?.slice(rest.length) ?? '');
      return (
        isOwnInChinese ||
        (words.length > 0 && words.length < wordsOf(label?.en).length && words.every((word) => AMOUNT.has(word)))
      );
    };
    const [only, ...more] = this.columns(thing).filter((ref) => this.role(ref) === 'measure' && isOwn(ref));
    return only && more.length === 0 ? only : null;
  }

  /** Whether a column stores a city, region or country. */
  isPlace(ref: ColumnRef): boolean {
    const label = this.model.entities[ref.table]?.fields[ref.column]?.label ?? this.column(ref)?.label;
    return isOfPlace(label?.zh, label?.en);
  }

  /** The location column of a thing. */
  geoColumn(thing: string): ColumnRef | null {
    return this.columns(thing).find((ref) => this.role(ref) === 'geo') ?? null;
  }

  /** Tables with a location column. */
  locatedTables(): string[] {
    return Object.keys(this.model.tables).filter((thing) => this.geoColumn(thing) !== null);
  }
}

const wordsOf = (label: string | undefined): string[] =>
  label
    ?.toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '') ?? [];

import type { AggregateFunction, ColumnRef, Measure } from '@querent/contracts';
import { MEASURE_WORDS, plural } from '@querent/language';
import { isOfPieces, isMoneyPaid } from '@querent/lexicon';
import type { ModelMetric } from '@querent/model';
import { RowFacts } from './rows';

/** Units of counts, which exclude money. */
const COUNTING: ReadonlySet<string> = new Set([
  ...MEASURE_WORDS,
  'unit',
  'units',
  'item',
  'items',
  'piece',
  'pieces',
  'pcs',
  'times',
  'people',
]);

/** Metrics and aggregates, and what they measure. */
export class FigureFacts extends RowFacts {
  /**
   * Metrics that can rank a thing: its default metric first, then metrics over rows that look it up, the nearest first.
   */
  figuresOf(thing: string): ModelMetric[] {
    const preferred = this.model.metrics[this.model.tables[thing]?.defaultMetric ?? ''];
    const steps = ({ table }: ModelMetric): number | null => {
      const way = table === null ? null : this.way(table, thing);
      return way?.kind === 'same' ? 0 : way?.kind === 'lookup' ? way.steps : null;
    };
    const reached = Object.values(this.model.metrics)
      .flatMap((metric) => ({ metric, at: steps(metric) }))
      .filter(({ metric, at }) => at !== null && metric.expression !== undefined && metric !== preferred)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
      .map(({ metric }) => metric);
    return [...(preferred ? [preferred] : []), ...reached];
  }

  /**
   * The metric that equals an aggregate: the same expression or, for a count, a metric called "number of" its things.
   */
  metricOf(what: Measure['what']): string | null {
    if (what.kind !== 'aggregate' || what.since) return null;
    const { fn, table, column } = what;
    const keys = this.model.tables[table]?.primaryKey ?? [];
    const written = column
      ? [`${fn}(${table}.${column.column})`]
      : [`${fn}(*)`, ...(keys.length === 1 ? [`${fn}(${table}.${keys[0]})`] : [])];
    const own = Object.values(this.model.metrics).filter((metric) => metric.table === table && metric.expression);
    const same = own.find(({ expression }) => written.includes(expression?.replace(/["\s]/g, '') ?? ''));
    return (same ?? (fn === 'count' ? own.find((metric) => this.isNumberOf(table, metric)) : undefined))?.id ?? null;
  }

  private isNumberOf(table: string, { label, synonyms }: Pick<ModelMetric, 'label' | 'synonyms'>): boolean {
    const thing = this.model.tables[table];
    const names = [label.zh, label.en, ...synonyms.zh, ...synonyms.en].map((name) => name?.toLowerCase());
    const { zh, en = '' } = thing?.label ?? {};
    return (
      (zh !== undefined && [`${zh}数`, `${zh}数量`].some((name) => names.includes(name))) ||
      (en !== '' && names.includes(`number of ${plural(en.toLowerCase())}`))
    );
  }

  /** The function and column of a measure that is one plain aggregate; else null. */
  aggregateOf(what: Measure['what']): { fn: AggregateFunction; column: ColumnRef } | null {
    if (what.kind !== 'metric') return what.column && !what.since ? { fn: what.fn, column: what.column } : null;
    const { expression = '', table } = this.model.metrics[what.id] ?? {};
    const [, fn, of, column] = /^(sum|avg|min|max)\((\w+)\.(\w+)\)$/u.exec(expression.replace(/["\s]/g, '')) ?? [];
    return fn !== undefined && of === table && column !== undefined && of !== undefined && of !== null
      ? { fn: fn as AggregateFunction, column: { table: of, column } }
      : null;
  }

  /** Whether a measure counts rows. */
  isCount(what: Measure['what']): boolean {
    return what.kind === 'metric'
      ? /^\s*count\s*\([^/]*$/i.test(this.model.metrics[what.id]?.expression ?? '')
      : what.fn === 'count';
  }

  /**
   * Whether a measure is not money, by its unit, or because other measures of the same rows are marked as money: pieces
   * sold beside sales.
   */
  isOtherThanMoney(what: Measure['what']): boolean {
    const column = this.aggregateOf(what)?.column;
    const isMoney = (ref: ColumnRef): boolean =>
      this.column(ref)?.format === 'currency' || this.isOnScale(ref, 'price');
    if (column && isMoney(column)) return false;
    if (what.kind !== 'metric') return column !== undefined && this.columns(column.table).some(isMoney);
    const { format, table, unit } = this.model.metrics[what.id] ?? {};
    if (unit) return COUNTING.has(unit.zh ?? '') || COUNTING.has(unit.en?.toLowerCase() ?? '');
    return (
      format !== 'currency' &&
      Object.values(this.model.metrics).some((other) => other.table === table && other.format === 'currency')
    );
  }

  /** The only metric of a thing that sums money, or null. */
  moneyMetricOf(thing: string): string | null {
    const money = Object.values(this.model.metrics).filter(
      (metric) =>
        metric.table === thing &&
        metric.format === 'currency' &&
        (metric.expression ?? '').toLowerCase().startsWith('sum('),
    );
    return money.length === 1 ? (money[0]?.id ?? null) : null;
  }

  /** Whether the rows are payments by their name: 收款, 退款. */
  isMoneyPaid(thing: string): boolean {
    const { label, synonyms } = this.model.tables[thing] ?? {};
    return isMoneyPaid(label?.zh, ...(synonyms?.zh ?? []));
  }

  /** Columns of quantities bought or sold: in rows that have a time and refer to others. */
  quantityColumns(): ColumnRef[] {
    return Object.values(this.model.tables).flatMap(({ name: table, columns }) => {
      const isTrade = this.clocks(table).length > 0 && this.joinsFrom(table).length > 0;
      const found = Object.values(columns).filter(
        ({ name, label, role }) => role === 'measure' && isOfPieces(label.zh, label.en, name),
      );
      const [column, ...more] = isTrade ? found : [];
      return column && more.length === 0 ? [{ table, column: column.name }] : [];
    });
  }

  /** Whether a lower figure is better: cancellations. */
  isBetterLower(measures: readonly Pick<Measure, 'what'>[]): boolean {
    const [{ what } = { what: null }] = measures;
    const column = what?.kind === 'aggregate' ? what.column : undefined;
    if (column && this.isRank(column)) return true;
    return what?.kind === 'metric' && this.model.metrics[what.id]?.better === 'lower';
  }
}

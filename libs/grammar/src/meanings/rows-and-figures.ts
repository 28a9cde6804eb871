import type {
  Against,
  ColumnRef,
  CompareOperator,
  Filter,
  Grain,
  Measure,
  Recurrence,
  Since,
  Span,
  TimePart,
} from '@querent/contracts';

/**
 * Rows of a thing. The flags without another comment record the form of the words, on which some constructions depend.
 */
export interface SetMeaning {
  cat: 'set';
  thing: string;
  filters: Filter[];
  periods: PeriodUse[];
  /** The time column of the periods, if an event determines it. */
  clock: ColumnRef | null;
  /** Columns that the question asks for. */
  select: ColumnRef[];
  distinct: boolean;
  /** A place near the rows. */
  near: NearUse | null;
  /** Bounds on figures of each row. */
  having: GroupBound[];
  /** `since`: the order is by the length of time from that column to `column`. */
  order: { column: ColumnRef; direction: 'asc' | 'desc'; since?: Since }[];
  limit: number | null;
  /** 1 for the best; 2 in "the second largest". */
  rank: number | null;
  /** Whether the question asks for the rows: which customers, list the customers. */
  asked: boolean;
  /** Whether it asks for several rows: 有哪些. */
  several?: true;
  /** Whether each row is meant, so that no single first row is chosen. */
  each?: true;
  /** Whether a measure word behind a number names the rows: 3期贷款. */
  counted?: true;
  /** Whether the words end with a verb of their action: 客户下单, customers ordered. */
  clause?: true;
  /** The time column of that action on others; a period around the words is rather its time. */
  did?: ColumnRef;
  /** The things that the rows belong to, without a condition on these: lakes of a state. */
  within?: string;
  /**
   * The table and the conditions that define them: composers are the people with credits as composer. Their actions are
   * rows of that table.
   */
  by?: { rows: string; filters: Filter[] };
  /** Whether a condition follows their name: customers who ordered, orders that are late. */
  predicate?: true;
  /** Whether a condition precedes their name: unpaid orders. */
  attributive?: true;
  /** Whether the words end with an English number, which may belong to the following words. */
  numberBehind?: true;
  /** Whether the words name the thing, and not only one of its values, states or events. */
  named: boolean;
}

/** Measures over rows of a thing. */
export interface FigureMeaning {
  cat: 'figure';
  measures: MeasureDraft[];
  /** The thing whose rows are measured. */
  thing: string;
  filters: Filter[];
  periods: PeriodUse[];
  clock: ColumnRef | null;
  near: NearUse | null;
  keys: Key[];
  having: GroupBound[];
  /** By the measure with that index, or by a key. */
  order: { measure: number; direction: 'asc' | 'desc'; by?: 'change' | 'dimension' } | null;
  limit: number | null;
  /** The index of the key within whose groups the limit holds: top 3 products of each category. */
  within?: number;
  /** Whether both the figure and its share are asked for: number and share of cancelled orders. */
  besideShare?: true;
  rank: number | null;
  /** Conditions on the measured rows alone; the groups are of all rows: channels without cancelled orders. */
  only?: Filter[];
  /** The part of a share; null if the figure is not a share. */
  share: Filter[] | null;
  compare: { base: PeriodUse; current: PeriodUse } | PeriodShift | null;
  /** The divisor: orders per customer. */
  per: FigureMeaning | null;
  /** Whether the part of the share precedes its rows: share of unpaid orders. */
  attributive?: true;
  /** Whether dividend and divisor have separate conditions, so that none applies to both. */
  apart?: true;
  /** An aggregate over groups, whose keys may follow: the average of daily orders. */
  over: { fn: NonNullable<Measure['over']>['fn']; by: Key[] } | null;
  /** Whether things without related rows are included: customers and their orders. */
  withNone: boolean;
  /** A column of amounts without an aggregate: each row's amount, or the sum or average of all. */
  bare: ColumnRef | null;
  /** Whether the words name several amounts, one for each row: populations. */
  plural?: true;
  /** Whether no word asks for the count: "orders by region". */
  implied: boolean;
  /** Whether no word names the amount: the total of the rows of a thing. */
  unnamed?: true;
  did?: ColumnRef;
  /** Whether words ask for the count, which then cannot be part of a condition: how many orders. */
  asked?: true;
  /** Whether an English superlative behind a verb counts its occurrences. The object follows. */
  oftenest?: true;
  /** Whether the following words ask for one amount: 运费一共多少. */
  amountAsked?: true;
  /** Whether the difference is asked for, which one period cannot give. */
  more?: true;
  /**
   * Whether it is asked for each of the named things: 分别, respectively. `loosely`: if the question names only one, the
   * total is meant.
   */
  respectively?: true | 'loosely';
}

/** A stored place near the rows. Without a radius, the rows are ordered by distance. */
export interface NearUse {
  nameColumn: ColumnRef;
  value: string;
  radius: number | null;
  span: Span | null;
}

/** Near a place; `nearest` limits the number of rows. */
export interface NearMeaning {
  cat: 'near';
  use: NearUse;
  nearest: number | null;
}

export interface MeasureDraft {
  what: Measure['what'];
}

export interface PeriodShift {
  kind: 'yoy' | 'previous_period';
  grain: Grain | null;
  /** The whole period that the words name, for a period of its length: this year than last year. */
  against?: PeriodUse;
}

export interface PeriodUse {
  from: string | null;
  to: string | null;
  label: { zh: string; en: string };
  grain: Grain | null;
  relative: boolean;
  /** The kind of period, such as `this_month`. */
  key: string;
  column: ColumnRef | null;
  negated: boolean;
  /** Alternative periods. */
  or?: PeriodUse[];
  /** Whether it is a month or quarter without a year. */
  yearless?: true;
  /** Recurring times, which have no range: `from` and `to` are null. */
  recurs?: Recurrence;
  /** The first and the last period of a range, which may be compared. */
  ends?: readonly [PeriodUse, PeriodUse];
}

/**
 * A grouping by a column. Without a column, by the time column of the measured rows, truncated to `grain`, or by the
 * recurring `part`.
 */
export interface Key {
  column: ColumnRef | null;
  grain: Grain | null;
  part?: TimePart;
  /** Whether the words name each group: per customer, daily. */
  each?: true;
  /** Conditions on the things of the grouping: per active customer. */
  of?: Filter[];
  /** The thing whose rows refer to the groups: by size class of the boat. */
  via?: string;
}

/** A bound on a figure of each group. */
export interface GroupBound {
  figure: FigureMeaning;
  op: CompareOperator;
  value: number;
  /** The bound as a condition on the thing, if possible. */
  filter: Filter | null;
  /** The base of the comparison; `value` is then its factor. */
  against?: Against;
}

export interface ColumnsMeaning {
  cat: 'columns';
  columns: ColumnRef[];
  /** Whether the question asks for a value: which region, 哪个大区. */
  asked: boolean;
  /** Whether it asks for distinct values: different regions. */
  distinct?: true;
  /** Whether the words name those whom a key refers to, not the key: the winner. */
  inRole?: true;
  /** Whether the words also name the owner of the columns: the capital of the state. */
  ofOwner?: true;
}

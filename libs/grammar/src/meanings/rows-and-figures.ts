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

/** Rows of a thing. */
export interface SetMeaning {
  cat: 'set';
  thing: string;
  filters: Filter[];
  periods: PeriodUse[];
  /** The time column that periods of the set are of, where an event names it. */
  clock: ColumnRef | null;
  /** Columns that are asked for. */
  select: ColumnRef[];
  distinct: boolean;
  /** The place that the rows are near. */
  near: NearUse | null;
  /** Bounds on figures of each row. */
  having: GroupBound[];
  /** `since`: by the length of time from that column to `column`. */
  order: { column: ColumnRef; direction: 'asc' | 'desc'; since?: Since }[];
  limit: number | null;
  /** 1 for the best: "the second largest". */
  rank: number | null;
  /** Whether words ask for these things: which customers, list the customers. */
  asked: boolean;
  /** Whether words ask for several of them: 有哪些. */
  several?: true;
  /** Each of them by itself, so that no first of all is meant. */
  each?: true;
  /** Named by one character behind a number, which counts these rows, whatever they are of: 3期贷款. */
  counted?: true;
  /** Whether a verb of what they did ends the words: 客户下单, customers ordered. */
  clause?: true;
  /** What a verb at the end of the words says that they did to others, which a period around them is rather of. */
  did?: ColumnRef;
  /** The things that they are said to be of, without a word more of those: lakes of a state. */
  within?: string;
  /** The rows by which they are called: composers, by their credits as such. What they did is of these rows. */
  by?: { rows: string; filters: Filter[] };
  /** Whether something is said of them behind their name: customers who ordered, orders that are late. */
  predicate?: true;
  /** Whether a condition is said before their name: unpaid orders. */
  attributive?: true;
  /** Whether an English number ends the words, which may be of what follows. */
  numberBehind?: true;
  /** Whether the words named the thing, or only a value, a state or an event of it. */
  named: boolean;
}

/** Measures over rows of a thing. */
export interface FigureMeaning {
  cat: 'figure';
  measures: MeasureDraft[];
  /** Home of the rows that are measured. */
  thing: string;
  filters: Filter[];
  periods: PeriodUse[];
  clock: ColumnRef | null;
  near: NearUse | null;
  keys: Key[];
  having: GroupBound[];
  /** By one of its measures, or by one of its keys. */
  order: { measure: number; direction: 'asc' | 'desc'; by?: 'change' | 'dimension' } | null;
  limit: number | null;
  /** The key within each of which the limit holds: top 3 products of each category. */
  within?: number;
  /** Both the figure and its share: number and share of cancelled orders. */
  besideShare?: true;
  rank: number | null;
  /** Rows that alone are measured, in groups of all: channels without cancelled orders. */
  only?: Filter[];
  /** Of a share: the rows that are the part; null where no share is asked for. */
  share: Filter[] | null;
  compare: { base: PeriodUse; current: PeriodUse } | PeriodShift | null;
  /** What it is divided by: orders per customer. */
  per: FigureMeaning | null;
  /** Whether the part of a share is said before its rows: share of unpaid orders. */
  attributive?: true;
  /** Whether conditions are of the one figure or of the other, and none of both. */
  apart?: true;
  /** An aggregate over groups, which may still be to come: the average of daily orders. */
  over: { fn: NonNullable<Measure['over']>['fn']; by: Key[] } | null;
  /** Whether things without rows have theirs: customers and their orders. */
  withNone: boolean;
  /** A column of amounts without an aggregate: its rows' own amount, or their sum or average. */
  bare: ColumnRef | null;
  /** Whether the words name several amounts, each of its own row: populations. */
  plural?: true;
  /** Counts that no word asked for: "orders by region". */
  implied: boolean;
  /** An amount that no word names: what the rows of a thing come to. */
  unnamed?: true;
  did?: ColumnRef;
  /** Whether words ask for the count, which then is no part of a condition: how many orders. */
  asked?: true;
  /**
   * Whether it is how often something was done, by an English extreme right behind the verb: what it is of would
   * follow.
   */
  oftenest?: true;
  /** Whether words behind it ask how much it is, as one number: 运费一共多少. */
  amountAsked?: true;
  /** Whether how much more it is is asked, which no figure of one period says. */
  more?: true;
  /**
   * Whether it is asked for each of what the question names: 分别, respectively. `loosely`: where it names nothing to
   * keep apart, all of it is meant.
   */
  respectively?: true | 'loosely';
}

/** A stored place that rows are near; without a radius, the nearest to it come first. */
export interface NearUse {
  nameColumn: ColumnRef;
  value: string;
  radius: number | null;
  span: Span | null;
}

/** Near a place; `nearest` asks for so many of what is nearest to it. */
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
  /** The whole period that the words name, for one of its length: this year than last year. */
  against?: PeriodUse;
}

export interface PeriodUse {
  from: string | null;
  to: string | null;
  label: { zh: string; en: string };
  grain: Grain | null;
  relative: boolean;
  /** Names the kind of period: `this_month`. */
  key: string;
  column: ColumnRef | null;
  negated: boolean;
  /** Other periods, any of which will do. */
  or?: PeriodUse[];
  /** A month or quarter of no stated year. */
  yearless?: true;
  /** Times that come again, which no range is: both ends are open. */
  recurs?: Recurrence;
  /** Of a stretch: the periods at both ends, which may be compared. */
  ends?: readonly [PeriodUse, PeriodUse];
}

/**
 * A grouping; without a column, the time column of what is measured, cut by `grain`, or by a `part` that comes again.
 */
export interface Key {
  column: ColumnRef | null;
  grain: Grain | null;
  part?: TimePart;
  /** Each of them by itself: per customer, daily. */
  each?: true;
  /** Conditions on the things that are grouped by: per active customer. */
  of?: Filter[];
  /** The things whose rows refer to them: by size class of the boat. */
  via?: string;
}

/** A bound on a figure of each group. */
export interface GroupBound {
  figure: FigureMeaning;
  op: CompareOperator;
  value: number;
  /** The same as a condition on the thing, where it is one. */
  filter: Filter | null;
  /** What it is held against instead of the number, so many times. */
  against?: Against;
}

export interface ColumnsMeaning {
  cat: 'columns';
  columns: ColumnRef[];
  /** which region, 哪个大区 */
  asked: boolean;
  /** different regions */
  distinct?: true;
  /** Whether the words name those whom a key refers to, and not the key: the winner. */
  inRole?: true;
  /** Whether the words also name what the columns belong to: the capital of the state. */
  ofOwner?: true;
}

import type { MeanFunction } from '@querent/model';
import type { ColumnRef, CompareOperator, ElapsedUnit, Filter, Grain, Since, Span } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import type { ColumnsMeaning, FigureMeaning, Key, PeriodUse, SetMeaning } from './rows-and-figures';

/** Conditions on rows of `thing`, combined with AND. */
export interface ConditionMeaning {
  cat: 'condition';
  thing: string;
  filters: Filter[];
  /** What it is if it heads a phrase: a name, a stored value, or a state. */
  head: 'name' | 'value' | 'flag' | null;
  /** Whether the value is in the plural and so may mean the things: associates. */
  plural?: true;
  /** Whether it is the time of an event that the described rows had. */
  event?: true;
  /** The time column of an event that is compared with another time. Periods of the rows belong to it. */
  clock?: ColumnRef;
  /**
   * How a name is tied to things that refer to their own kind: stated as an attribute (managers whose name is Ann), or
   * by a marker (the manager of Ann).
   */
  link?: 'stated' | 'of';
  /** Whether it is a predicate of the part before it: are late. */
  predicate?: true;
  /** Whether each value of its list needs its own related row: both Java and SQL. */
  all?: true;
  /** Whether a verb makes it the manner of an action: paid by card. */
  way?: true;
  /** Whether it follows "has", so that a list with another value means both: 会英语. */
  held?: true;
}

export interface EventMeaning {
  cat: 'event';
  column: ColumnRef;
  noun: boolean;
  negated: boolean;
  /** Whether the words include the result of the event: signed up as members. */
  became?: true;
  /** The past, for a verb in the present perfect: the period in which the event has happened. */
  past?: { use: PeriodUse; isOver: boolean };
}

export interface SpentMeaning {
  cat: 'spent';
  what: 'amount' | BoundMeaning | { direction: 'asc' | 'desc'; limit: number | null; rank: number | null };
  periods: PeriodUse[];
}

export interface PeriodMeaning {
  cat: 'period';
  use: PeriodUse;
}

export interface PeriodPairMeaning {
  cat: 'pair';
  base: PeriodUse;
  current: PeriodUse;
}

export interface KeysMeaning {
  cat: 'keys';
  keys: Key[];
  /** Whether the question asks for a value: which month. */
  asked: boolean;
  /** The thing whose kinds these are, if named: which kind of repairs. */
  of?: string;
  /** Whether a distribution is named whose subject follows: channel distribution of. */
  spread?: true;
}

export interface AgainstMeaning {
  cat: 'against_other';
  other: ColumnRef;
  op: CompareOperator;
  by: BoundMeaning | null;
}

/** The base of a comparison with others of a kind: the average, the average customer, the Harbour branch. */
export interface OthersMeaning {
  cat: 'others';
  /** The average or median of all of them; null if they are named individually. */
  fn: MeanFunction | null;
  /** What they are, if the words name it: a thing, values of a column, or parts of time. */
  of: { thing: string } | { column: ColumnRef } | { grain: Grain } | null;
  /** Their names, or further conditions on those that are averaged. */
  filters: Filter[];
  times: number;
}

/**
 * A comparison with others whose subject follows: above the average, 超过各店平均值. `scale`: the comparing word implies the
 * column.
 */
export interface AgainstOthersMeaning {
  cat: 'against_others';
  op: CompareOperator;
  others: OthersMeaning;
  scale?: SuperlativeScale;
  /** Whether 的 ends the words, so that the described thing follows. */
  attributive?: true;
}

/**
 * A condition that compares a figure of each thing or group with that of others: more orders than the average customer.
 */
export interface GroupAgainstMeaning {
  cat: 'group_against';
  figure: FigureMeaning;
  op: CompareOperator;
  others: OthersMeaning;
  attributive?: true;
  /** The time column of the verb's rows that tie a thing to what is counted: borrowed more books. */
  by?: ColumnRef;
}

/** The time from one event of a row to another; `unit` is null if the words do not name it. */
export interface LengthMeaning {
  cat: 'length';
  from: ColumnRef;
  to: ColumnRef;
  unit: ElapsedUnit | null;
}

/** An excluded number. */
export interface DeniedNumberMeaning {
  cat: 'denied_number';
  value: number;
}

export interface NumberMeaning {
  cat: 'number';
  value: number;
  unit: string | null;
}

export interface BoundMeaning {
  cat: 'bound';
  op: CompareOperator | 'between';
  value: number;
  to: number | null;
  unit: string | null;
  /** Whether distinct things are counted: at least 8 different beers. */
  distinct?: true;
  /** Whether the words are English, where the counted thing follows directly. */
  inEnglish?: true;
  /** Whether a marker makes it a price: for more than 1000. */
  price?: true;
  /** Whether it bounds the total of all rows: in total. */
  total?: true;
  /** The scale of the comparing word: older than 40. */
  scale?: SuperlativeScale;
}

/** An extreme of a figure or column: most orders, 运费最高, earliest opening date. */
export interface RankingMeaning {
  cat: 'ranking';
  by: FigureMeaning | { cat: 'column'; column: ColumnRef; since?: Since };
  direction: 'asc' | 'desc';
  limit: number | null;
  rank: number | null;
  /** Whether the change of the figure is ranked. */
  change?: true;
  /** Whether the extreme precedes its figure without a marker: highest freight, 最高运费. */
  attributive?: true;
}

/** A condition on a figure over the related rows of a thing: more than 3 orders, no orders. */
export interface GroupConditionMeaning {
  cat: 'group_condition';
  figure: FigureMeaning;
  op: CompareOperator;
  value: number;
  /** The inclusive upper bound of a range, or null. */
  to: number | null;
  /** Whether a light verb precedes the rows: used a card. */
  done?: true;
  /**
   * `distinct`: distinct things are counted, not the rows that tie them to others. `times`: occurrences are counted.
   */
  distinct?: true;
  times?: true;
  /** Whether the number is behind the counted thing, in English, and so may belong to the following words. */
  numberBehind?: true;
  /** The time column of the verb's rows that tie a thing to what is counted: treated more than 10 pets. */
  by?: ColumnRef;
}

/** Several kinds of related rows, all of which a thing has: both a car and a home policy. */
export interface AllOfMeaning {
  cat: 'all_of';
  rows: GroupConditionMeaning[];
}

/** The first rows of a set, whose ranking follows: the top 5 customers. */
export interface TopMeaning {
  cat: 'top';
  of: SetMeaning | KeysMeaning;
  direction: 'asc' | 'desc';
  /** Whether the words grade by age, which reverses the order of times. */
  age?: true;
  limit: number | null;
  rank: number | null;
  /** "Top" or "best" without a figure, which the question leaves open. */
  bare?: 'top' | 'best';
  /** Whether the words only express a degree ("popular"), so that the only figure of the model is not assumed. */
  degree?: true;
  /** The groups within each of which the limit holds. */
  within?: Key;
  /** The scale of the superlative: tallest. */
  scale?: SuperlativeScale;
}

/** The sort order of rows or groups: by revenue, 按运费. */
export interface SortMeaning {
  cat: 'sort';
  by: FigureMeaning | { cat: 'column'; column: ColumnRef; since?: Since };
  direction: 'asc' | 'desc' | null;
}

/** A part after a connective: "and Berlin", 或北京. */
export interface JoinedMeaning {
  cat: 'joined';
  by: 'and' | 'or' | 'their';
  what: ConditionMeaning | ColumnsMeaning | FigureMeaning | PeriodMeaning | KeysMeaning | QuotedMeaning | BoundMeaning;
}

/** Text between quotation marks; several texts are alternatives. */
export interface QuotedMeaning {
  cat: 'quoted';
  values: { value: string; span: Span }[];
  negated: boolean;
}

/** A share whose part follows: "what percentage of orders …". */
export interface ShareMeaning {
  cat: 'share';
  set: SetMeaning;
  /** Whether a verb separates the rows from the part: what share of orders is. */
  verb?: true;
}

/** The whole of a share: "of all orders". */
export interface WholeMeaning {
  cat: 'whole';
  of: FigureMeaning;
}

/** The change of a figure, whose periods follow: did freight grow. */
export interface GrowthMeaning {
  cat: 'growth_of';
  figure: FigureMeaning;
}

/** The period with which the previous query is compared: "compared with last year". */
export interface ComparedMeaning {
  cat: 'compared';
  with: PeriodUse;
}

/** Rows with several values of one column, to be shown separately: male and female patients. */
export interface KindsMeaning {
  cat: 'kinds';
  set: SetMeaning;
  column: ColumnRef;
  /** Whether the values are compared with each other. */
  against?: true;
  /** Whether a marker precedes them: of the Paris customers and the Berlin customers. */
  of?: true;
}

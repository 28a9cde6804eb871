import type { ColumnRef, CompareOperator, ElapsedUnit, Filter, Grain, Since, Span } from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import type { ColumnsMeaning, FigureMeaning, Key, PeriodUse, SetMeaning } from './rows-and-figures';

/** Conditions on rows of `thing`, all of which hold. */
export interface ConditionMeaning {
  cat: 'condition';
  thing: string;
  filters: Filter[];
  /** Whether it can head a phrase: a stored name or value, a state. */
  head: 'name' | 'value' | 'flag' | null;
  /** Whether the value stands in the plural, as things do: associates, and no associate anything. */
  plural?: true;
  /** When an event happened: what it is laid on had that event. */
  event?: true;
  /** The time of an event that is held against another time, which periods of the rows are then of. */
  clock?: ColumnRef;
  /**
   * A name that is stated of an attribute, or that a marker joins to what it belongs to: managers whose name is Ann,
   * the manager of Ann. Of things that refer to themselves alone.
   */
  link?: 'stated' | 'of';
  /** Whether it is said of what comes before it: are late. */
  predicate?: true;
  /** Of one list of values, each of which something related has: both Java and SQL. */
  all?: true;
  /** Whether a verb says that something was done in this way: paid by card. */
  way?: true;
  /** Whether a word of having stands before it, so that a list with another is of both: 会英语. */
  held?: true;
}

export interface EventMeaning {
  cat: 'event';
  column: ColumnRef;
  noun: boolean;
  negated: boolean;
  /** Whether the words say what someone became by it: signed up as members. */
  became?: true;
  /** All time by which it has happened, where its verb may speak of that. */
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
  /** which month */
  asked: boolean;
  /** The things whose kinds these are, where they are named: which kind of repairs. */
  of?: string;
  /** Whether a distribution is named, so that what it is of comes next: channel distribution of. */
  spread?: true;
}

export interface AgainstMeaning {
  cat: 'against_other';
  other: ColumnRef;
  op: CompareOperator;
  by: BoundMeaning | null;
}

/**
 * Others of a kind that a figure or an amount is held against: the average, the average customer, the Harbour branch.
 */
export interface OthersMeaning {
  cat: 'others';
  /** What is taken of all of them; null of those that are named. */
  fn: 'avg' | 'median' | null;
  /** What they are, where the words say it: things, values of a column, or parts of time. */
  of: { thing: string } | { column: ColumnRef } | { grain: Grain } | null;
  /** How they are named, or what else those of whom the average is taken are. */
  filters: Filter[];
  times: number;
}

/** More than others, before it is known of what: above the average, 超过各店平均值. `scale`: the word says of what. */
export interface AgainstOthersMeaning {
  cat: 'against_others';
  op: CompareOperator;
  others: OthersMeaning;
  scale?: SuperlativeScale;
  /** Whether 的 ends the words, so that what they are said of comes next. */
  attributive?: true;
}

/** A condition on a figure of each thing or group, against that of others: more orders than the average customer. */
export interface GroupAgainstMeaning {
  cat: 'group_against';
  figure: FigureMeaning;
  op: CompareOperator;
  others: OthersMeaning;
  attributive?: true;
  /** The rows of a verb that tie a thing to what is counted: borrowed more books. */
  by?: ColumnRef;
}

/** The time from one event of a row to another; the words may leave its unit open. */
export interface LengthMeaning {
  cat: 'length';
  from: ColumnRef;
  to: ColumnRef;
  unit: ElapsedUnit | null;
}

/** A number that something is not. */
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
  /** Different ones are counted: at least 8 different beers. */
  distinct?: true;
  /** Whether the words are English: what is counted follows right behind. */
  inEnglish?: true;
  /** Whether a marker makes it what something was done for: for more than 1000. */
  price?: true;
  /** Whether it is of all rows together: in total. */
  total?: true;
  /** What the comparing word grades: older than 40. */
  scale?: SuperlativeScale;
}

/** The extreme of a figure or column: most orders, 运费最高, earliest opening date. */
export interface RankingMeaning {
  cat: 'ranking';
  by: FigureMeaning | { cat: 'column'; column: ColumnRef; since?: Since };
  direction: 'asc' | 'desc';
  limit: number | null;
  rank: number | null;
  /** Whether things are ranked by how much the figure changed. */
  change?: true;
  /** Whether the extreme comes before its figure, without a marker around them: highest freight, 最高运费. */
  attributive?: true;
}

/** A condition on a figure over rows that belong to a thing: more than 3 orders, no orders. */
export interface GroupConditionMeaning {
  cat: 'group_condition';
  figure: FigureMeaning;
  op: CompareOperator;
  value: number;
  /** The upper bound, included, where there are two. */
  to: number | null;
  /** Whether a light verb says that something was done with the rows: used a card. */
  done?: true;
  /** Different things are counted, not the rows that tie them to others; or how many times there are such rows. */
  distinct?: true;
  times?: true;
  /** Whether English words have the number behind what is counted: it may be of what follows. */
  numberBehind?: true;
  /** The rows of a verb that tie a thing to what is counted: treated more than 10 pets. */
  by?: ColumnRef;
}

/** Rows of several kinds, of each of which a thing has some: both a car and a home policy. */
export interface AllOfMeaning {
  cat: 'all_of';
  rows: GroupConditionMeaning[];
}

/** The first of a set, before what they are ranked by is known: the top 5 customers. */
export interface TopMeaning {
  cat: 'top';
  of: SetMeaning | KeysMeaning;
  direction: 'asc' | 'desc';
  /** Whether the words grade by age, which is the reverse of a time. */
  age?: true;
  limit: number | null;
  rank: number | null;
  /** The top or the best, by whatever it may be: a question by itself. */
  bare?: 'top' | 'best';
  /** Whether they are only popular or rather good: never by the one figure that there happens to be. */
  degree?: true;
  /** The groups of each of which these are the top. */
  within?: Key;
  /** The scale that the words grade: tallest. */
  scale?: SuperlativeScale;
}

/** What rows or groups are to be sorted by: by revenue, 按运费. */
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

/** Words between quotation marks; several are alternatives. */
export interface QuotedMeaning {
  cat: 'quoted';
  values: { value: string; span: Span }[];
  negated: boolean;
}

/** A share of rows whose part is still to come: "what percentage of orders …". */
export interface ShareMeaning {
  cat: 'share';
  set: SetMeaning;
  /** Whether a verb parts the rows from what follows: what share of orders is. */
  verb?: true;
}

/** The whole of a share: "of all orders". */
export interface WholeMeaning {
  cat: 'whole';
  of: FigureMeaning;
}

/** The change of a figure, before its periods are known: did freight grow. */
export interface GrowthMeaning {
  cat: 'growth_of';
  figure: FigureMeaning;
}

/** The period of another query that this one is to be compared with: "compared with last year". */
export interface ComparedMeaning {
  cat: 'compared';
  with: PeriodUse;
}

/** Rows of several values of one column, to be kept apart: male and female patients. */
export interface KindsMeaning {
  cat: 'kinds';
  set: SetMeaning;
  column: ColumnRef;
  /** Whether one is held against the other. */
  against?: true;
  /** Whether a marker stands before them: of the Paris customers and the Berlin customers. */
  of?: true;
}

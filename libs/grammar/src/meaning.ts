import type {
  Against,
  AggregateFunction,
  ColumnRef,
  CompareOperator,
  ElapsedUnit,
  Filter,
  Grain,
  Measure,
  Recurrence,
  Scalar,
  Since,
  Span,
  TimePart,
} from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import type { MeanFunction } from '@querent/model';
import type { NamedPeriod, NamedTimePart, Operator, PlainWord, UnitMeaning } from '@querent/lexicon';

/**
 * What a stretch of a question may mean: a unit's meaning, or one that constructions build. Meanings are immutable;
 * equal JSON is the same meaning. Names are the model's; a column's `table` may be an entity.
 */
export type Meaning =
  | SetMeaning
  | FigureMeaning
  | ColumnsMeaning
  | ConditionMeaning
  | EventMeaning
  | PeriodMeaning
  | PeriodPairMeaning
  | KeysMeaning
  | NumberMeaning
  | DeniedNumberMeaning
  | BoundMeaning
  | RankingMeaning
  | GroupConditionMeaning
  | AllOfMeaning
  | TopMeaning
  | SortMeaning
  | { cat: 'term'; id: string }
  /** What those do whom a column refers to: approved by. */
  | { cat: 'done_by'; column: ColumnRef }
  /** What someone is to things: as their manager. */
  | { cat: 'as_role'; column: ColumnRef }
  /** What those do whom a column refers to, as a verb of theirs: supervises. */
  | { cat: 'does'; column: ColumnRef }
  /** That something was done in a way, before it is known in which: paid, 付款. */
  | { cat: 'done_in'; column: ColumnRef }
  | JoinedMeaning
  | ShareMeaning
  | WholeMeaning
  /** The part of a share whose whole a turn leaves out: what share is Berlin. */
  | { cat: 'share_part'; part: ConditionMeaning }
  | { cat: 'divisor'; of: FigureMeaning }
  /** What is to be divided: a figure, or a condition on the rows that the divisor counts. */
  | { cat: 'ratio_of'; part: FigureMeaning | ConditionMeaning }
  /** What things refer to, before it is known that groups are made by it: size class of the boat. */
  | { cat: 'what_of'; column: ColumnRef; via: string }
  /** `predicate`: a verb joins it to what comes before: went to VIP customers. */
  | { cat: 'of_set'; set: SetMeaning; predicate?: true }
  /** Rows of which those are named next that are counted or listed: 订单里. */
  | { cat: 'among_set'; set: SetMeaning }
  /** An amount of which a part is named next: 今年的运费里面. */
  | { cat: 'of_figure'; figure: FigureMeaning }
  /** Rows of which those are to be counted of whom something holds: of the VIP customers, how many. */
  | { cat: 'how_many_of'; set: SetMeaning }
  /** `against`: to be kept apart from what is before: versus the Berlin customers. */
  | { cat: 'joined_set'; set: SetMeaning; against?: true }
  /** How many there were in a period or in two, before it is known of what: 今年和去年的数量. */
  | { cat: 'count_in'; when: PeriodMeaning | PeriodPairMeaning }
  /** Things that are to be ranked by what follows: rank the dishes. */
  | { cat: 'to_rank'; set: SetMeaning; direction: 'asc' | 'desc' }
  /** The same of the values of an attribute: rank the regions. */
  | { cat: 'values_to_rank'; columns: ColumnRef[]; direction: 'asc' | 'desc' }
  /** Rows of two things, and what is said behind them: of the last, or of both. One query shows rows of one of them. */
  | { cat: 'two_sets'; sets: readonly [SetMeaning, SetMeaning]; said: ConditionMeaning | null }
  /** What a connective joins to what comes before: 又投诉过, 但没有下过单. */
  | { cat: 'joined_group'; group: GroupConditionMeaning }
  | { cat: 'joined_event'; event: EventMeaning }
  /** An amount of what someone did, before it is known who: 登记过工时. */
  | { cat: 'done_amount'; group: GroupConditionMeaning }
  /** A kind of what was bought or done, whose rows are named with another kind of them: 买过小说又买过历史书. */
  | { cat: 'done_with'; thing: string; filter: Filter }
  /** 却没有, before it is known what. */
  | { cat: 'but_not' }
  /** That what was named before, or an event, was not so in another period: 今年却一次都没. */
  | { cat: 'not_again'; use: PeriodUse; column: ColumnRef | null }
  /** An attribute whatever it is: all cities. */
  | { cat: 'any_of'; column: ColumnRef }
  /** `done`: of what those did who are named: 各下了多少单. */
  /** `joined`: after "and", so that things before it have it, and are not counted themselves. */
  | { cat: 'each_count'; done?: true; joined?: true }
  /** How much each of those named before has, by which they were chosen: and how much did each spend. */
  | { cat: 'each_amount' }
  /** How many are not so, after how many are. */
  | { cat: 'other_side' }
  /** So many values of an attribute, before it is known by what they are the first: which 3 cities. */
  | { cat: 'few_values'; columns: ColumnRef[]; limit: number }
  /** In each of two periods: in both 2024 and 2025. */
  | { cat: 'each_period'; uses: PeriodUse[] }
  /** A figure of each thing that was named before: "how many orders each". */
  | { cat: 'figure_of_each'; of: FigureMeaning }
  /** What each of several values named before has: 各卖出多少件. */
  | { cat: 'each_of'; of: FigureMeaning }
  /** The latest year that there is. */
  | { cat: 'latest_part'; grain: Grain }
  /** What has an extreme, where no noun says of what kind it is: 面积最大的. */
  | { cat: 'headless'; what: SetMeaning }
  /** The value that most rows have, before it is known of which: the most common city. */
  | { cat: 'common_value'; column: ColumnRef; direction: 'asc' | 'desc'; limit: number | null; rank: number | null }
  | { cat: 'best_first'; direction: 'asc' | 'desc' }
  | GrowthMeaning
  /** What rows are to be listed with, of turns alone: list them with name and price. */
  | { cat: 'shown_with'; columns: ColumnRef[] }
  /** The period that another is over: this year over last year. */
  | { cat: 'over_period'; use: PeriodUse }
  /** The extreme of a change: improved most. */
  | { cat: 'most_change'; direction: 'asc' | 'desc'; limit: number | null; rank: number | null }
  /** A period and the one that it is compared with: last month and the same month a year before. */
  | { cat: 'shifted'; use: PeriodUse; shift: PeriodShift }
  /** Things or groups that a figure is asked of: of the customer with the most orders. */
  | { cat: 'of_ranked'; figure: FigureMeaning }
  /** That things are the first of a ranking: is the lender of the most loans. */
  | { cat: 'is_ranked'; figure: FigureMeaning }
  /** The most or fewest of what those do whom a column refers to: 借入展品最多. */
  | { cat: 'most_done'; column: ColumnRef; ranking: RankingMeaning }
  /** A question for the person who acted; the things acted on are named next: who made. */
  | { cat: 'who_did' }
  /** What each of some things has, or what all of them have: that we have for every hotel. */
  | { cat: 'had_by_each'; thing: string; filters: Filter[] }
  /** What all of some things have: common to all hotels. */
  | { cat: 'common_to'; thing: string; filters: Filter[] }
  /** Each of some things, before what it has is named: for each hotel, … */
  | { cat: 'for_each'; thing: string; filters: Filter[] }
  /** Whose something is: 是哪个客户的. */
  | { cat: 'whose'; thing: string }
  /** Periods that are all left out. */
  | { cat: 'periods_out'; uses: PeriodUse[] }
  /** A bound on the figure of groups that were named before: only categories above 500. */
  | { cat: 'bounded_groups'; columns: ColumnRef[]; bound: BoundMeaning }
  /** Rows that are to be counted beside others: and clients. */
  | { cat: 'joined_count'; of: FigureMeaning }
  /** Rows of several things that are to be counted: clients and orders. */
  | { cat: 'counts'; of: FigureMeaning }
  /** What most or least was done with, before it is known what that is: 做得最少. */
  | { cat: 'done_most'; direction: 'asc' | 'desc'; limit: number | null; rank: number | null; periods: PeriodUse[] }
  /**
   * What lies or runs somewhere, before it is known in what: the Ohio river runs through. `isBefore`: that comes next:
   * 流经的.
   */
  | { cat: 'lies_within'; set: SetMeaning; isBefore?: true }
  /** That things lie in the most of something: runs through the most states. */
  | { cat: 'lies_within_most'; ranking: RankingMeaning }
  /** What happened, before it is known how often at least or at most: 至少下过. */
  | { cat: 'often'; compare: Extract<Operator, { op: 'compare' }>; event: EventMeaning }
  /** Whether what is named is so: 是不是易碎. */
  | { cat: 'whether'; filter: Extract<Filter, { kind: 'compare' }> }
  | { cat: 'and_share' }
  /** How much the rows that are counted before amount to: ，合计多少钱. */
  | { cat: 'and_amount' }
  /** The number of rows of a thing, and what they come to: 笔数和金额. */
  | { cat: 'tally'; thing: string; measures: readonly MeasureDraft[] }
  /** The number of what follows and its share: number and share of. */
  | { cat: 'count_and_share' }
  /** What was bought or sold, or was not. */
  | { cat: 'traded'; periods: PeriodUse[]; negated: boolean }
  /** What was spent, before it is known by whom: how much, within a bound, or the most of it. */
  | SpentMeaning
  /** What was bought for so much, before it is known that it was. */
  | { cat: 'bought_for'; set: SetMeaning; bound: BoundMeaning }
  /** Those of whom it is asked how much they spent, or sold. */
  | { cat: 'spenders'; set: SetMeaning; sold: boolean }
  /** That nobody did anything with things: 没人用过. */
  | { cat: 'untouched' }
  /** What someone became: as members. */
  | { cat: 'as_things'; thing: string }
  /** How many more or fewer, before it is known of what and since when. */
  | { cat: 'more_of'; operator: Extract<Operator, { op: 'count' | 'share' }> }
  /** How many people there are for whom this holds. */
  | { cat: 'people_who'; done: GroupConditionMeaning }
  | { cat: 'against'; condition: ConditionMeaning }
  | { cat: 'apart'; thing: string; column: ColumnRef; values: Scalar[] }
  | { cat: 'joined_aggregate'; fn: AggregateFunction }
  /**
   * What another column is held against: after the due date, above the budget. `by`: how far from it: more than 5 days
   * after.
   */
  | AgainstMeaning
  | OthersMeaning
  | { cat: 'than_others'; others: OthersMeaning }
  | AgainstOthersMeaning
  | GroupAgainstMeaning
  /** A figure of which there is more or less, before it is known than whose: more orders. */
  | { cat: 'graded_figure'; figure: FigureMeaning; op: '>' | '<' }
  /** Whose figure another is held against, before it is known which way: 比王芳订单. */
  | { cat: 'than_figure'; figure: FigureMeaning; others: OthersMeaning }
  /** When something happened to others, before it is known which way another time is held against it: 比王芳注册. */
  | { cat: 'than_time'; column: ColumnRef; others: OthersMeaning }
  /** So many times the average of a figure: twice the average number of orders. */
  | { cat: 'times_figure'; figure: FigureMeaning; times: number }
  | LengthMeaning
  /**
   * Where a length of time begins and where it ends, each with what joins it to the other: from … to, between … and.
   */
  | { cat: 'begins_at'; column: ColumnRef; joined: 'to' | 'and' }
  | { cat: 'ends_at'; column: ColumnRef; joined: 'to' | 'and' }
  /** Two times, before it is said that what lies between them is meant: 下单和发货. */
  | { cat: 'two_times'; length: LengthMeaning }
  /**
   * What many lengths of time come to, before it is known which: how many days on average. `by`: whom it takes so long.
   */
  | { cat: 'elapsed'; unit: ElapsedUnit | null; fn: AggregateFunction; by?: string }
  /** The same from a time on, before it is known until when: how many days after the order date. */
  | { cat: 'elapsed_after'; from: ColumnRef; unit: ElapsedUnit | null; fn: AggregateFunction | null }
  | KindsMeaning
  | ComparedMeaning
  | NearMeaning
  /** "From" a place is waiting for how far. */
  | { cat: 'from_place'; use: NearUse }
  | { cat: 'radius'; meters: number }
  | QuotedMeaning
  | { cat: 'pattern'; match: 'contains' | 'starts' | 'ends'; value: string; span: Span }
  | { cat: 'nearest_of'; set: SetMeaning; limit: number }
  | { cat: 'operator'; operator: Exclude<Operator, { op: 'plain' }> }
  | { cat: PlainCategory }
  /** A part of time that comes again, as a word names it. */
  | ({ cat: 'time_part' } & NamedTimePart)
  /** That most happens, or least: busiest. */
  | { cat: 'busy'; direction: 'asc' | 'desc' }
  /** The busiest part of time, before it is known of what: busiest hour. */
  | { cat: 'busy_part'; keys: Key[]; direction: 'asc' | 'desc' }
  | { cat: 'reserved' }
  | { cat: 'other'; unit: UnitMeaning };

export type PlainCategory = `w:${PlainWord}`;
export type OperatorCategory = `op:${Exclude<Operator['op'], 'plain'>}`;
/** What the table of constructions is indexed by. */
export type Category = Exclude<Meaning['cat'], 'operator'> | OperatorCategory;

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
  fn: MeanFunction | null;
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

export function categoryOf(meaning: Meaning): Category {
  return meaning.cat === 'operator' ? `op:${meaning.operator.op}` : meaning.cat;
}

/** Whether nothing is said of things but what they are, nor are they asked for. */
export const isBareSet = ({ filters, periods, select, order, having, asked, limit }: SetMeaning): boolean =>
  !asked && limit === null && filters.length + periods.length + select.length + order.length + having.length === 0;

export function setOf(thing: string, named: boolean): SetMeaning {
  return {
    cat: 'set',
    thing,
    filters: [],
    periods: [],
    clock: null,
    select: [],
    distinct: false,
    near: null,
    having: [],
    order: [],
    limit: null,
    rank: null,
    asked: false,
    named,
  };
}

export function figureOf(thing: string, measure: MeasureDraft['what']): FigureMeaning {
  return {
    cat: 'figure',
    measures: [{ what: measure }],
    thing,
    filters: [],
    periods: [],
    clock: null,
    near: null,
    keys: [],
    having: [],
    order: null,
    limit: null,
    rank: null,
    share: null,
    compare: null,
    per: null,
    over: null,
    withNone: false,
    bare: null,
    implied: false,
  };
}

/** The count of a set's rows; null where the set asks for more than rows. */
export function countOf(set: SetMeaning): FigureMeaning | null {
  const plain = withoutBounds(set);
  if (set.order.length > 0 || set.limit !== null || plain === null || set.select.length > 0) return null;
  return {
    ...figureOf(set.thing, { kind: 'aggregate', fn: 'count', table: set.thing }),
    filters: plain.filters,
    periods: set.periods,
    clock: set.clock,
    near: set.near,
    ...(set.did && { did: set.did }),
  };
}

/** A set whose bounds on figures are conditions on its things; null where one cannot be. */
export function withoutBounds(set: SetMeaning): SetMeaning | null {
  if (set.having.length === 0) return set;
  const filters = set.having.flatMap(({ filter }) => filter ?? []);
  return filters.length < set.having.length ? null : { ...set, filters: [...set.filters, ...filters], having: [] };
}

/** A period of the lexicon, of no column yet. */
export const periodUse = ({
  range: { from, to },
  label,
  grain,
  relative,
  key,
  yearless,
  recurs,
}: NamedPeriod): PeriodUse => ({
  from,
  to,
  label,
  grain,
  relative,
  key,
  column: null,
  negated: false,
  ...(yearless && { yearless }),
  ...(recurs && { recurs }),
});

/** What words of comparison compare with; null for those that need two periods named beside them. */
export function shiftOf({ kind, grain, against }: Extract<Operator, { op: 'compare_periods' }>): PeriodShift | null {
  return kind === 'between' ? null : { kind, grain, ...(against && { against: periodUse(against) }) };
}

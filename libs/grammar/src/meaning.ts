import type { AggregateFunction, ColumnRef, ElapsedUnit, Filter, Grain, Scalar, Span } from '@querent/contracts';
import type { NamedTimePart, Operator, PlainWord, UnitMeaning } from '@querent/lexicon';
import type {
  AgainstMeaning,
  AgainstOthersMeaning,
  AllOfMeaning,
  BoundMeaning,
  ComparedMeaning,
  ConditionMeaning,
  DeniedNumberMeaning,
  EventMeaning,
  GroupAgainstMeaning,
  GroupConditionMeaning,
  GrowthMeaning,
  JoinedMeaning,
  KeysMeaning,
  KindsMeaning,
  LengthMeaning,
  NumberMeaning,
  OthersMeaning,
  PeriodMeaning,
  PeriodPairMeaning,
  QuotedMeaning,
  RankingMeaning,
  ShareMeaning,
  SortMeaning,
  SpentMeaning,
  TopMeaning,
  WholeMeaning,
} from './meanings/comparisons';
import type {
  ColumnsMeaning,
  FigureMeaning,
  Key,
  MeasureDraft,
  NearMeaning,
  NearUse,
  PeriodShift,
  PeriodUse,
  SetMeaning,
} from './meanings/rows-and-figures';

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

export function categoryOf(meaning: Meaning): Category {
  return meaning.cat === 'operator' ? `op:${meaning.operator.op}` : meaning.cat;
}

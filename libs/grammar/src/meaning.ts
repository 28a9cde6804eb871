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
 * The meaning of a part of a question: that of a unit (a word or phrase that the lexicon
 * recognised), or one that a construction built. Meanings are immutable, and
 * two with equal JSON are the same. Names are those of the model. A `thing` is a table or an entity, so a column's
 * `table` may be an entity. Many categories are incomplete: they wait for the neighbour that completes them.
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
  /** An action whose actor a column refers to, in the passive: approved by. */
  | { cat: 'done_by'; column: ColumnRef }
  /** The role that someone plays for things: as their manager. */
  | { cat: 'as_role'; column: ColumnRef }
  /** An action whose actor a column refers to, in the active: supervises. */
  | { cat: 'does'; column: ColumnRef }
  /** An action of which the manner follows: paid, 付款. */
  | { cat: 'done_in'; column: ColumnRef }
  | JoinedMeaning
  | ShareMeaning
  | WholeMeaning
  /** The part of a share in a follow-up that omits the whole: what share is Berlin. */
  | { cat: 'share_part'; part: ConditionMeaning }
  | { cat: 'divisor'; of: FigureMeaning }
  /** The dividend of a ratio: a figure, or a condition on the rows that the divisor counts. */
  | { cat: 'ratio_of'; part: FigureMeaning | ConditionMeaning }
  /** What things refer to, possibly a grouping: size class of the boat. */
  | { cat: 'what_of'; column: ColumnRef; via: string }
  /** `predicate`: a verb joins it to the part before it: went to VIP customers. */
  | { cat: 'of_set'; set: SetMeaning; predicate?: true }
  /** A set whose members to count or list follow: 订单里. */
  | { cat: 'among_set'; set: SetMeaning }
  /** An amount whose part follows: 今年的运费里面. */
  | { cat: 'of_figure'; figure: FigureMeaning }
  /** A set whose members that meet the following condition are counted: of the VIP customers, how many. */
  | { cat: 'how_many_of'; set: SetMeaning }
  /** `against`: compared with the part before it: versus the Berlin customers. */
  | { cat: 'joined_set'; set: SetMeaning; against?: true }
  /** A count in one period or two, of things that follow: 今年和去年的数量. */
  | { cat: 'count_in'; when: PeriodMeaning | PeriodPairMeaning }
  /** Things to rank by the following figure: rank the dishes. */
  | { cat: 'to_rank'; set: SetMeaning; direction: 'asc' | 'desc' }
  /** Values of an attribute to rank: rank the regions. */
  | { cat: 'values_to_rank'; columns: ColumnRef[]; direction: 'asc' | 'desc' }
  /** Two sets, and a condition behind them on the last or on both. One query can show rows of one of them only. */
  | { cat: 'two_sets'; sets: readonly [SetMeaning, SetMeaning]; condition: ConditionMeaning | null }
  /** A condition or event that a connective joins to the part before it: 又投诉过, 但没有下过单. */
  | { cat: 'joined_group'; group: GroupConditionMeaning }
  | { cat: 'joined_event'; event: EventMeaning }
  /** An amount of an action whose actor follows: 登记过工时. */
  | { cat: 'done_amount'; group: GroupConditionMeaning }
  /** A kind of object that was bought or used; a second kind of it follows: 买过小说又买过历史书. */
  | { cat: 'done_with'; thing: string; filter: Filter }
  /** "But not" before the negated part: 却没有. */
  | { cat: 'but_not' }
  /** A condition or event that did not recur in another period: 今年却一次都没. */
  | { cat: 'not_again'; use: PeriodUse; column: ColumnRef | null }
  /** Any value of an attribute: all cities. */
  | { cat: 'any_of'; column: ColumnRef }
  /**
   * "How many of each". `done`: counts what the named actors did: 各下了多少单. `joined`: follows "and"; the things before it
   * are its groups and are not counted.
   */
  | { cat: 'each_count'; done?: true; joined?: true }
  /** The amount of each thing before it, by which these were chosen: and how much did each spend. */
  | { cat: 'each_amount' }
  /** The count of the complement, after a count: and how many are not. */
  | { cat: 'other_side' }
  /** So many values of an attribute, whose ranking follows: which 3 cities. */
  | { cat: 'few_values'; columns: ColumnRef[]; limit: number }
  /** In each of several periods: in both 2024 and 2025. */
  | { cat: 'each_period'; uses: PeriodUse[] }
  /** A figure of each thing named before: "how many orders each". */
  | { cat: 'figure_of_each'; of: FigureMeaning }
  /** A figure of each value named before: 各卖出多少件. */
  | { cat: 'each_of'; of: FigureMeaning }
  /** The latest year with data. */
  | { cat: 'latest_part'; grain: Grain }
  /** Rows with an extreme but without a noun that names them: 面积最大的. */
  | { cat: 'headless'; what: SetMeaning }
  /** The most frequent value of an attribute, of rows that follow: the most common city. */
  | { cat: 'common_value'; column: ColumnRef; direction: 'asc' | 'desc'; limit: number | null; rank: number | null }
  | { cat: 'best_first'; direction: 'asc' | 'desc' }
  | GrowthMeaning
  /** Columns to show, in a follow-up: list them with name and price. */
  | { cat: 'shown_with'; columns: ColumnRef[] }
  /** The base period of a comparison: over last year. */
  | { cat: 'over_period'; use: PeriodUse }
  /** The extreme of a change: improved most. */
  | { cat: 'most_change'; direction: 'asc' | 'desc'; limit: number | null; rank: number | null }
  /** A period with the one that it is compared with: last month and the same month a year before. */
  | { cat: 'shifted'; use: PeriodUse; shift: PeriodShift }
  /** The things or groups of a ranking whose figure is asked for: of the customer with the most orders. */
  | { cat: 'of_ranked'; figure: FigureMeaning }
  /** A condition that things are first in a ranking: is the lender of the most loans. */
  | { cat: 'is_ranked'; figure: FigureMeaning }
  /** The most or fewest actions by the actors that a column refers to: 借入展品最多. */
  | { cat: 'most_done'; column: ColumnRef; ranking: RankingMeaning }
  /** A question for the actor, before the object: who made. */
  | { cat: 'who_did' }
  /** What each thing of a set has, or what all of them have: that we have for every hotel. */
  | { cat: 'had_by_each'; thing: string; filters: Filter[] }
  /** What all things of a set have: common to all hotels. */
  | { cat: 'common_to'; thing: string; filters: Filter[] }
  /** Each thing of a set, before the figure: for each hotel, … */
  | { cat: 'for_each'; thing: string; filters: Filter[] }
  /** A question for the owner: 是哪个客户的. */
  | { cat: 'whose'; thing: string }
  /** Excluded periods. */
  | { cat: 'periods_out'; uses: PeriodUse[] }
  /** A bound on the figure of previous groups, in a follow-up: only categories above 500. */
  | { cat: 'bounded_groups'; columns: ColumnRef[]; bound: BoundMeaning }
  /** A further count beside others: and clients. */
  | { cat: 'joined_count'; of: FigureMeaning }
  /** The counts of several things: clients and orders. */
  | { cat: 'counts'; of: FigureMeaning }
  /** The most or least frequent object of an action; the object follows: 做得最少. */
  | { cat: 'done_most'; direction: 'asc' | 'desc'; limit: number | null; rank: number | null; periods: PeriodUse[] }
  /**
   * A thing that lies in or runs through others, which follow: the Ohio river runs through. `isBefore`: they come
   * directly behind, as what is described: 流经的.
   */
  | { cat: 'lies_within'; set: SetMeaning; isBefore?: true }
  /** A ranking of things by how many of the others they lie in: runs through the most states. */
  | { cat: 'lies_within_most'; ranking: RankingMeaning }
  /** An event with a comparison, before the number of times: 至少下过. */
  | { cat: 'often'; compare: Extract<Operator, { op: 'compare' }>; event: EventMeaning }
  /** A yes/no question about a state: 是不是易碎. */
  | { cat: 'whether'; filter: Extract<Filter, { kind: 'compare' }> }
  | { cat: 'and_share' }
  /** The total amount of the rows counted before it: ，合计多少钱. */
  | { cat: 'and_amount' }
  /** The number of rows together with their total amount: 笔数和金额. */
  | { cat: 'tally'; thing: string; measures: readonly MeasureDraft[] }
  /** The number of the following rows and their share: number and share of. */
  | { cat: 'count_and_share' }
  /** A purchase or sale, possibly negated, of things that follow. */
  | { cat: 'traded'; periods: PeriodUse[]; negated: boolean }
  /** Spending whose subject follows: its amount, a bound on it, or an extreme of it. */
  | SpentMeaning
  /** Things with a price, before the verb of purchase: for more than 1000. */
  | { cat: 'bought_for'; set: SetMeaning; bound: BoundMeaning }
  /** Those whose spending or sales the question asks for. */
  | { cat: 'spenders'; set: SetMeaning; sold: boolean }
  /** A condition that no related row exists: 没人用过. */
  | { cat: 'untouched' }
  /** What someone became: as members. */
  | { cat: 'as_things'; thing: string }
  /** A difference in count or share, whose subject and base follow: how many more. */
  | { cat: 'more_of'; operator: Extract<Operator, { op: 'count' | 'share' }> }
  /** The number of people who meet a condition. */
  | { cat: 'people_who'; done: GroupConditionMeaning }
  | { cat: 'against'; condition: ConditionMeaning }
  | { cat: 'apart'; thing: string; column: ColumnRef; values: Scalar[] }
  | { cat: 'joined_aggregate'; fn: AggregateFunction }
  /**
   * Another column as the bound: after the due date, above the budget. `by` is the distance from it: more than 5 days
   * after.
   */
  | AgainstMeaning
  | OthersMeaning
  | { cat: 'than_others'; others: OthersMeaning }
  | AgainstOthersMeaning
  | GroupAgainstMeaning
  /** A figure with a comparative, before "than": more orders. */
  | { cat: 'graded_figure'; figure: FigureMeaning; op: '>' | '<' }
  /** A figure of others as the base of a comparison, before its direction: 比王芳订单. */
  | { cat: 'than_figure'; figure: FigureMeaning; others: OthersMeaning }
  /** A time of others as the base of a comparison, before its direction: 比王芳注册. */
  | { cat: 'than_time'; column: ColumnRef; others: OthersMeaning }
  /** A multiple of the average of a figure: twice the average number of orders. */
  | { cat: 'times_figure'; figure: FigureMeaning; times: number }
  | LengthMeaning
  /** The start and the end of a length of time, each with its connective: from … to, between … and. */
  | { cat: 'begins_at'; column: ColumnRef; joined: 'to' | 'and' }
  | { cat: 'ends_at'; column: ColumnRef; joined: 'to' | 'and' }
  /** Two time columns whose difference may follow: 下单和发货. */
  | { cat: 'two_times'; length: LengthMeaning }
  /**
   * An aggregate of lengths of time, before the length: how many days on average. `by`: the actor who takes that long.
   */
  | { cat: 'elapsed'; unit: ElapsedUnit | null; fn: AggregateFunction; by?: string }
  /** A length from a time on, before its end: how many days after the order date. */
  | { cat: 'elapsed_after'; from: ColumnRef; unit: ElapsedUnit | null; fn: AggregateFunction | null }
  | KindsMeaning
  | ComparedMeaning
  | NearMeaning
  /** A place as the origin of a distance, which follows or precedes: from Berlin. */
  | { cat: 'from_place'; use: NearUse }
  | { cat: 'radius'; meters: number }
  | QuotedMeaning
  | { cat: 'pattern'; match: 'contains' | 'starts' | 'ends'; value: string; span: Span }
  | { cat: 'nearest_of'; set: SetMeaning; limit: number }
  | { cat: 'operator'; operator: Exclude<Operator, { op: 'plain' }> }
  | { cat: PlainCategory }
  /** A recurring part of time that a word names, such as a weekday. */
  | ({ cat: 'time_part' } & NamedTimePart)
  /** The extreme of activity: busiest. */
  | { cat: 'busy'; direction: 'asc' | 'desc' }
  /** The busiest part of time, before the activity: busiest hour. */
  | { cat: 'busy_part'; keys: Key[]; direction: 'asc' | 'desc' }
  | { cat: 'reserved' }
  | { cat: 'other'; unit: UnitMeaning };

type PlainCategory = `w:${PlainWord}`;
type OperatorCategory = `op:${Exclude<Operator['op'], 'plain'>}`;
/**
 * The key by which constructions are found: the name of a meaning, `w:x` for the function word x, `op:x` for the
 * operator x. Words and operators are those of the lexicon.
 */
export type Category = Exclude<Meaning['cat'], 'operator'> | OperatorCategory;

export function categoryOf(meaning: Meaning): Category {
  return meaning.cat === 'operator' ? `op:${meaning.operator.op}` : meaning.cat;
}

import type {
  AggregateFunction,
  ColumnRef,
  CompareOperator,
  DateRange,
  ElapsedUnit,
  Grain,
  Recurrence,
  Scalar,
} from '@querent/contracts';
import type { SuperlativeScale } from '@querent/language';
import type { NamedTimePart } from './closed/time/time-parts';

/**
 * A typed span of a question: one meaning of its words. The units of a question form a lattice: overlapping units
 * coexist, and the planner's chart chooses among them.
 */
export interface Unit {
  /** Offsets in the normalised question; `end` is excluded. */
  start: number;
  end: number;
  text: string;
  meaning: UnitMeaning;
  form: Form;
  /**
   * Distance of the words from a written label: 0 for a label, a synonym or a stored value, more for each derivation.
   */
  cost: number;
}

/** Derivation of a unit's words from a name of the model. Forms other than the exact ones may be disclosed. */
export type Form =
  /** The label, synonym, term, stored value or listed name of a value as written, up to case, width and spaces. */
  | 'exact'
  /** A physical name, cut into words: `ship_amt` → ship amt. */
  | 'physical'
  /** Plural or singular, another order of the same words, with or without its owner's name: 客户编号 → 编号. */
  | 'inflected'
  /** Verb or verbal noun of a time column (admission date → admitted, admissions), adjective of a yes/no column. */
  | 'verbal'
  /** The head of a compound that is unique in the model: order channel → channel. */
  | 'head'
  /** A part of a stored value: 上海 → 上海市. */
  | 'part'
  /** A near miss in letters or sound: `custmer`, 客护, kehu. */
  | 'typo'
  /** The exact sense of a dictionary across languages: 国家 → country. */
  | 'dictionary'
  /** A word of the closed classes, a number, a date. */
  | 'word';

/**
 * The meanings of a model's names. Tables and entities are things; an entity's field is a column whose `table` is the
 * entity's id.
 */
export type NameMeaning =
  | { type: 'thing'; thing: string }
  | { type: 'metric'; id: string }
  /** A column of amounts, aggregated over its rows. */
  | { type: 'measure'; column: ColumnRef }
  /** Any other column: name, dimension, time, text, key. */
  | { type: 'attribute'; column: ColumnRef }
  /** The activity of a referenced thing, as a verb: supervises, of the supervisor. */
  | { type: 'doing'; column: ColumnRef }
  /** The verb of a column of manners: paid, of the payment method. */
  | { type: 'way'; column: ColumnRef }
  /** Rows with one of these values in the column; several if one name is listed for several. */
  | { type: 'value'; column: ColumnRef; values: Scalar[] }
  /** A yes/no column as an adjective: damaged (true), undamaged (false). */
  | { type: 'flag'; column: ColumnRef; is: boolean }
  /**
   * A time column as a verb or verbal noun: admitted, admissions, 入院. `noun`: the word names the event itself.
   * `absent`: it did not happen: unpaid. `past`: the time by which it has happened, if the verb refers to that.
   */
  | { type: 'event'; column: ColumnRef; noun: boolean; absent?: true; past?: PastTime }
  | { type: 'term'; id: string }
  /** A required filter of the model, by its label: 年份. */
  | { type: 'filter'; id: string }
  /** Words of an entry with a configuration error; `table`: its column's table. */
  | { type: 'reserved'; table: string | null };

/** All time up to a day. `isOver`: the words state that it is over: expired, have already started, 已到期. */
export interface PastTime {
  until: NamedPeriod;
  isOver: boolean;
}

export interface NamedPeriod {
  range: Omit<DateRange, 'label'>;
  label: { zh: string; en: string };
  grain: Grain | null;
  relative: boolean;
  key: string;
  /** A month or quarter without a year: the latest one, unless the context names a year. */
  yearless?: true;
  /** Recurring times, which no range can express: on Mondays, after 6 pm. */
  recurs?: Recurrence;
}

export type UnitMeaning =
  | NameMeaning
  /** `ends`: the times at both ends of a range "from 2024 to 2025". */
  | (NamedPeriod & { type: 'period'; ends?: readonly [NamedPeriod, NamedPeriod] })
  /** A recurring part of time, to group by: hour of the day, 周几. */
  | ({ type: 'time_part' } & NamedTimePart)
  /** The number of events in a part of time: busiest, 最忙. */
  | { type: 'busy'; direction: 'asc' | 'desc' }
  /** `bare`: a word such as month, which groups only beside a marker. */
  | { type: 'grain'; grain: Grain; bare: boolean }
  | { type: 'number'; value: number; unit: string | null; ordinal: boolean }
  | { type: 'distance'; meters: number }
  | { type: 'quoted'; value: string }
  | { type: 'operator'; operator: Operator }
  /**
   * Words without meaning: articles, auxiliaries, courtesy. `frame`: open words in the form of a frame: "the dean wants
   * to know"; `aspect`: a particle of completion: 过, 了; `picture`: the form of a chart: as a pie chart; `organisation`:
   * the asker's whole organisation.
   */
  | { type: 'filler'; frame?: true; aspect?: true; picture?: true; organisation?: OrganisationNoun }
  /** The asker's definition of a quality: the first rows by a column, for big orders. */
  | { type: 'first_by'; column: ColumnRef; direction: 'asc' | 'desc'; limit: number }
  /** A word without a known meaning. */
  | { type: 'unknown' };

/** Words of the closed classes. */
export type Operator =
  /**
   * `asks`: the words ask for the count (how many, 多少) rather than name it (number of, 数量). `amount`: they ask for an
   * amount (多少钱, how much), not for a number of rows; `long`: for a duration (多久, 几天); `money`: for money (多少钱).
   * `rows`: they count rows or times (次数), never kinds. `distinct`: they count different values; `people`: persons
   * (多少人); `pieces`: pieces of goods (多少件); `heads`: they name a number of persons (人数); `bulk`: they name an amount
   * after an uncountable noun (电量). `is`: they ask for the value of a number (是多少). `unit`: the unit of the amount
   * (多少公里). `open`: Chinese words for a number or an amount (有多少). `counter`: the words contain a measure word of
   * single things (多少条). `bare`: the words contain no "there are" (多少 beside 有多少), so that after a verb they ask for
   * its amount.
   */
  | {
      op: 'count';
      asks?: true;
      is?: true;
      amount?: true;
      long?: true;
      money?: true;
      rows?: true;
      distinct?: true;
      people?: true;
      pieces?: true;
      heads?: true;
      bulk?: true;
      done?: true;
      bare?: true;
      open?: true;
      counter?: true;
      unit?: string;
    }
  | { op: 'aggregate'; fn: Exclude<AggregateFunction, 'count' | 'count_distinct'> }
  /** 日均: the average per day. */
  | { op: 'average_by'; grain: Grain }
  | { op: 'distinct' }
  /**
   * `after`: the word follows its number (3个以上). `scale`: the scale of the word: older than 40. `inEnglish`: the
   * counted noun follows its number directly, as in English. `among`: the comparison is with another thing of the same
   * kind: larger than Ann's, earned more than Ann.
   */
  | {
      op: 'compare';
      compare: CompareOperator;
      after: boolean;
      scale?: SuperlativeScale;
      among?: SuperlativeScale;
      inEnglish?: true;
    }
  | { op: 'between'; numbers: readonly [number, number]; unit: string | null; inEnglish?: true }
  /**
   * Most, least, oldest, top 5. `scale` is the graded scale; `limit` and `rank` are set if the words contain a number.
   */
  | {
      op: 'extreme';
      direction: 'asc' | 'desc';
      scale: SuperlativeScale | null;
      limit: number | null;
      rank: number | null;
      /** top 5, 前十: a number of rows from the top, by any order */ top: boolean;
      /** highest, lowest: of an amount, rarely of a number of rows */ graded?: true;
      /** first, last: in any order */ sequence?: true;
      /** popular, rather good: a degree without a measure, not an extreme */ degree?: true;
      /** most common: the most frequent value */ common?: true;
      /** English, in which the noun follows */ inEnglish?: true;
    }
  /** Sorted by, 降序. */
  | {
      op: 'order';
      direction: 'asc' | 'desc' | null;
      /** by time: newest first */ time: boolean;
      /** alphabetical */ letters: boolean;
      /** by quality: from best to worst */ quality?: true;
      /** along one scale of amounts: most expensive first */ scale?: SuperlativeScale;
      /** the sort column follows: in descending order of age */ of?: true;
    }
  /** How long, how big: an amount of the following noun, by its scale. */
  | { op: 'degree'; scale: SuperlativeScale }
  /** `than`: the following noun has the average, and is not compared with it: more than the average customer. */
  | { op: 'average_reference'; compare: CompareOperator; than?: true }
  /**
   * More or less than another thing, which follows "than": more orders than Ann, 比甲产品贵. `scale`: the scale of the word;
   * `many`: it may be a number of rows.
   */
  | { op: 'comparative'; compare: '>' | '<'; scale?: SuperlativeScale; many?: true }
  /** A factor of the following or, in Chinese, the preceding amount: twice the average, 平均值的两倍. */
  | { op: 'times'; value: number }
  /**
   * After, 晚于: compares two times of the model. `after`: the word follows the second time (之后), `days`: the comparison
   * is by day (on the same day), `same`: it tests any two values for equality.
   */
  | { op: 'compare_times'; compare: CompareOperator; after: boolean; days?: true; same?: true }
  /** The duration between two times: how long, number of days, 多少天. Without a unit, the words leave it open. */
  | { op: 'elapsed'; unit: ElapsedUnit | null }
  /**
   * `rate`: the word (率, rate) asks for a ratio that the model must define, such as a conversion rate, never for a part
   * of a total.
   */
  | { op: 'share'; rate?: true }
  /** `against`: the named base period (than last year); absent for 同比 and "the same period last year". */
  | { op: 'compare_periods'; kind: 'yoy' | 'previous_period' | 'between'; grain: Grain | null; against?: NamedPeriod }
  /** A request that no query over stored data answers. */
  | { op: 'impossible'; why: Impossible; surely?: true }
  | { op: 'plain'; word: PlainWord }
  /** A change of the last question by a turn of a conversation; only in turns. */
  | { op: 'turn'; word: TurnWord }
  /** A part of the last question by its kind; `all`: the words remove the part. Only in turns. */
  | { op: 'aspect'; of: Aspect; all: boolean; organisation?: OrganisationNoun }
  /** The period before or after the last question's; only in turns. */
  | { op: 'shift'; grain: Grain; by: number }
  /** The n-th row of a ranking: and the second; only in turns. */
  | { op: 'nth'; rank: number }
  /** The counts beside their shares: with the counts too; only in turns. */
  | { op: 'beside_count' }
  /** The period of the last question and the one beside it: these two months; only in turns. */
  | { op: 'both_periods'; grain: Grain };

/**
 * The change that a turn's word requests: change (what about, 呢), add (also, 再加上), remove (去掉: from the question),
 * exclude (不要: from the rows), only (只看), among (of those, 其中), correct (no, I meant), back (back to), compare
 * (against); `lead` opens a turn or a question (and, 那); `shape` asks for another presentation (break it down, 拆开);
 * `clause` separates clauses (a comma); `those` refers to the shown rows (their, 他们).
 */
export type TurnWord =
  | 'change'
  | 'add'
  | 'remove'
  | 'exclude'
  | 'only'
  | 'among'
  | 'correct'
  | 'back'
  | 'compare'
  | 'lead'
  | 'shape'
  | 'more'
  | 'clause'
  | 'those';

/** Parts of a question that a turn may name; `part`: the restriction to a part of the whole. */
export type Aspect = 'time' | 'conditions' | 'groups' | 'limit' | 'order' | 'comparison' | 'part';

/**
 * Position of the noun of the asker's organisation, which may name a thing of the model. `all`: the whole organisation
 * (全店), rather than the asker's own (本店).
 */
export interface OrganisationNoun {
  start: number;
  end: number;
  all: boolean;
}

export type Impossible = 'write' | 'forecast' | 'why' | 'running' | 'throughout';

/**
 * Markers: by (by, 按), each (per, 每, 各), of (of, 的, 's), respectively (分别, 各), perHead (per capita, 人均), their (their,
 * 及其), with (with, that have, 有), without (without, never, 没有), not, except, only, and, or, to, from (leaving, 从),
 * toward (bound for, 发往), in, which, what, who, where, within (lies in, flows through, 流经), when, list (show me),
 * exists (are there any, 有没有), recorded (is … recorded), latest, first, all, throughout (across all), howSo (and how
 * long is it, of the longest), than, neither, comma, near, away (离, away from), nearest (最近, of a place), kind (各类,
 * each kind of), whichKind (哪类, which kind of), trade (bought, 卖出), spend (paid, 花了), rise (improved, 提升), fall
 * (dropped, 下降), new (新), outside (以外), both (同时), as (as their, 担任), between (between X and Y, X与Y之间), ratio,
 * contains, starts, ends (of a text), amidst (里面，: a part of the preceding noun), used (used, 做: an action that is
 * counted and has no amount).
 */
export type PlainWord =
  | 'by'
  | 'each'
  | 'of'
  | 'de'
  | 'respectively'
  | 'perHead'
  | 'their'
  | 'with'
  | 'without'
  | 'not'
  | 'except'
  | 'only'
  | 'and'
  | 'or'
  | 'to'
  | 'from'
  | 'toward'
  | 'in'
  | 'which'
  | 'what'
  | 'who'
  | 'where'
  | 'within'
  | 'when'
  | 'list'
  | 'exists'
  | 'recorded'
  | 'missing'
  | 'all'
  | 'common'
  | 'sharedBy'
  | 'throughout'
  | 'howSo'
  | 'than'
  | 'comma'
  | 'is'
  | 'do'
  | 'composite'
  | 'breakdown'
  | 'amongst'
  | 'spread'
  | 'trend'
  | 'growth'
  | 'differs'
  | 'rise'
  | 'fall'
  | 'new'
  | 'more'
  | 'none_of'
  | 'became'
  | 'nobody'
  | 'near'
  | 'away'
  | 'nearest'
  | 'kind'
  | 'whichKind'
  | 'trade'
  | 'spend'
  | 'outside'
  | 'both'
  | 'as'
  | 'between'
  | 'ratio'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'amidst'
  | 'used';

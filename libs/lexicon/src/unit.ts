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
 * A typed piece of a question: what one stretch of it may mean. Units of one question form a lattice: overlapping units
 * are kept side by side, and the planner's chart chooses among them.
 */
export interface Unit {
  /** Offsets in the normalised question; `end` is excluded. */
  start: number;
  end: number;
  text: string;
  meaning: UnitMeaning;
  form: Form;
  /**
   * How far the words are from a written label: 0 for a label, a synonym or a stored value, more for each derivation.
   */
  cost: number;
}

/**
 * How the words of a unit are derived from the name that the model gives. Forms other than the exact ones may be
 * disclosed.
 */
export type Form =
  /** The label, synonym, term, stored value or listed name of a value as written, up to case, width and spaces. */
  | 'exact'
  /** A physical name, cut into words: `ship_amt` → ship amt. */
  | 'physical'
  /** Plural or singular, another order of the same words, with or without its owner's name: 客户编号 → 编号. */
  | 'inflected'
  /** Verb or verbal noun of a time column (admission date → admitted, admissions), adjective of a yes/no column. */
  | 'verbal'
  /** The head of a compound that no other part of the model shares: order channel → channel. */
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
 * What the names of a model mean. Tables and entities are things; an entity's field is a column whose `table` is the
 * entity's id.
 */
export type NameMeaning =
  | { type: 'thing'; thing: string }
  | { type: 'metric'; id: string }
  /** A column that holds amounts, of its own rows. */
  | { type: 'measure'; column: ColumnRef }
  /** Any other column: name, dimension, time, text, key. */
  | { type: 'attribute'; column: ColumnRef }
  /** What those do whom a column refers to, as a verb of theirs: supervises, of the supervisor. */
  | { type: 'doing'; column: ColumnRef }
  /** That something was done in one of the ways that a column holds, as a verb: paid, of the payment method. */
  | { type: 'way'; column: ColumnRef }
  /** Rows whose column holds one of these values; several only where one name is listed for several. */
  | { type: 'value'; column: ColumnRef; values: Scalar[] }
  /** A yes/no column as an adjective: damaged (true), undamaged (false). */
  | { type: 'flag'; column: ColumnRef; is: boolean }
  /**
   * A time column as a verb or verbal noun: admitted, admissions, 入院. `noun` where the word names the event itself;
   * `absent` where it says that it did not happen: unpaid. `past` is the time by which it has happened, where its verb
   * may speak of that.
   */
  | { type: 'event'; column: ColumnRef; noun: boolean; absent?: true; past?: PastTime }
  | { type: 'term'; id: string }
  /** A required filter of the model, by its label: 年份. */
  | { type: 'filter'; id: string }
  /** Words of an entry that is not set up correctly; `table`: of a column of that table. */
  | { type: 'reserved'; table: string | null };

/** All time up to a day. `isOver`: the words say that it is over: expired, have already started, 已到期. */
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
  /** A month or quarter of no stated year: its latest, unless a year is talked about. */
  yearless?: true;
  /** Times that come again, which no range is: on Mondays, after 6 pm. */
  recurs?: Recurrence;
}

export type UnitMeaning =
  | NameMeaning
  /** `ends`: of a stretch "from 2024 to 2025", the times at both ends. */
  | (NamedPeriod & { type: 'period'; ends?: readonly [NamedPeriod, NamedPeriod] })
  /** A part of time that comes again, to group by: hour of the day, 周几. */
  | ({ type: 'time_part' } & NamedTimePart)
  /** How much happens, of a part of time: busiest, 最忙. */
  | { type: 'busy'; direction: 'asc' | 'desc' }
  /** `bare`: a word such as month, which groups only beside a marker. */
  | { type: 'grain'; grain: Grain; bare: boolean }
  | { type: 'number'; value: number; unit: string | null; ordinal: boolean }
  | { type: 'distance'; meters: number }
  | { type: 'quoted'; value: string }
  | { type: 'operator'; operator: Operator }
  /**
   * Words without meaning: articles, auxiliaries, courtesy. `frame`: open words in the shape of it: "the dean wants to
   * know"; `aspect`: a particle of what happened: 过, 了; `picture`: how the answer is drawn: as a pie chart; `organisation`:
   * the asker's organisation as a whole.
   */
  | { type: 'filler'; frame?: true; aspect?: true; picture?: true; organisation?: OrganisationNoun }
  /** What the asker takes a quality for: the first so many by a column, for big orders. */
  | { type: 'first_by'; column: ColumnRef; direction: 'asc' | 'desc'; limit: number }
  /** A word that nothing explains. */
  | { type: 'unknown' };

/** Words of the closed classes. */
export type Operator =
  /**
   * `asks`: the words ask for the count (how many, 多少), and do not only name it (number of, 数量). `amount`: they ask for
   * an amount (多少钱, how much), which no count of rows is; `long`: for one of time (多久, 几天); `money`: of money (多少钱).
   * `rows`: they count rows or times (次数), never kinds. `distinct`: they count different values, which rows are not;
   * `people`: they ask for persons (多少人); `pieces`: they count pieces of goods (多少件); `heads`: they name a number of
   * persons (人数); `bulk`: they name an amount behind what is no thing (电量). `is`: they ask what a number is (是多少).
   * `unit`: what the amount is counted in (多少公里). `open`: Chinese words that ask for a number or for an amount (有多少).
   * `counter`: a measure word of things one by one is part of the words (多少条). `bare`: no word says that there are so
   * many (多少 beside 有多少), so that behind a verb they ask how much of it was done.
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
  /** 日均: the average of each day's. */
  | { op: 'average_by'; grain: Grain }
  | { op: 'distinct' }
  /**
   * `after`: the bound comes after its number (3个以上). `scale`: what the word grades: older than 40. `inEnglish`: what
   * is counted follows its number right away, as in all English. `among`: of what one of a kind has more than another:
   * larger than Ann's, earned more than Ann.
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
   * Most, least, oldest, top 5. `scale` says what it grades; `limit` and `rank` where a number is part of the words.
   */
  | {
      op: 'extreme';
      direction: 'asc' | 'desc';
      scale: SuperlativeScale | null;
      limit: number | null;
      rank: number | null;
      /** top 5, 前十: a number of the first, whatever they are ranked by */ top: boolean;
      /** highest, lowest: of an amount, hardly ever of how many there are */ graded?: true;
      /** first, last: of whatever order there is */ place?: true;
      /** popular, rather good: no extreme, and by no figure */ degree?: true;
      /** most common: of the value that most rows have */ common?: true;
      /** of English, where what there is most of follows */ inEnglish?: true;
    }
  /** Sorted by, 降序. */
  | {
      op: 'order';
      direction: 'asc' | 'desc' | null;
      /** by when it was: newest first */ time: boolean;
      /** of names */ letters: boolean;
      /** by how good it is: from best to worst */ quality?: true;
      /** along one scale of amounts: most expensive first */ scale?: SuperlativeScale;
      /** what it is of comes next: in descending order of age */ of?: true;
    }
  /** How long, how big: an amount of what follows, by what it grades. */
  | { op: 'degree'; scale: SuperlativeScale }
  /** `than`: what follows is of whom the average is, and not what is above it: more than the average customer. */
  | { op: 'average_reference'; compare: CompareOperator; than?: true }
  /**
   * That one has more or less than another, which "than" names: more orders than Ann, 比甲产品贵. `scale`: of what the word
   * itself says; `many`: it may be how many there are.
   */
  | { op: 'comparative'; compare: '>' | '<'; scale?: SuperlativeScale; many?: true }
  /** So many times what follows or, in Chinese, what comes before: twice the average, 平均值的两倍. */
  | { op: 'times'; value: number }
  /**
   * After, 晚于: one time against another that the model knows. `after`: the word comes behind it (之后), `days`: it speaks
   * of days (on the same day), `same`: it says of any two values whether they are the same.
   */
  | { op: 'compare_times'; compare: CompareOperator; after: boolean; days?: true; same?: true }
  /** The length of time between two times: how long, number of days, 多少天. Without a unit, the words leave it open. */
  | { op: 'elapsed'; unit: ElapsedUnit | null }
  /**
   * `rate`: the word (率, rate) asks for a ratio that the model must define, such as a conversion rate; it never asks
   * for a part of a total.
   */
  | { op: 'share'; rate?: true }
  /**
   * `against`: the whole period that the words name (than last year), which 同比 and the same period last year do not.
   */
  | { op: 'compare_periods'; kind: 'yoy' | 'previous_period' | 'between'; grain: Grain | null; against?: NamedPeriod }
  /** What no query over stored data gives. */
  | { op: 'impossible'; why: Impossible; surely?: true }
  | { op: 'plain'; word: PlainWord }
  /** How a turn of a conversation changes the last question; found in turns alone. */
  | { op: 'turn'; word: TurnWord }
  /** A part of the last question by what it is; `all`: the words ask for all, without it. Found in turns alone. */
  | { op: 'aspect'; of: Aspect; all: boolean; organisation?: OrganisationNoun }
  /** The period before or after that of the last question; found in turns alone. */
  | { op: 'shift'; grain: Grain; by: number }
  /** The n-th of what was ranked: and the second; found in turns alone. */
  | { op: 'nth'; rank: number }
  /** The numbers beside their shares: with the counts too; found in turns alone. */
  | { op: 'beside_count' }
  /** The period of the last question and the one beside it: these two months; found in turns alone. */
  | { op: 'both_periods'; grain: Grain };

/**
 * What words of a turn ask of its parts: change (what about, 呢), add (also, 再加上), remove (去掉: of what was asked),
 * exclude (不要: of the rows), only (只看), among (of those, 其中), correct (no, I meant), back (back to), compare (against);
 * `lead` opens a turn and a question alike (and, 那); `shape` says that the answer is shown otherwise (break it down,
 * 拆开); `clause` parts what has words of its own (a comma); `those` points at what was shown (their, 他们).
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

/** Parts of a question that a turn may speak of; `part`: the part of the whole that the last figure was of. */
export type Aspect = 'time' | 'conditions' | 'groups' | 'limit' | 'order' | 'comparison' | 'part';

/**
 * Where the noun of the asker's organisation is: it may name a thing of the model. `all`: all of it (全店), rather than
 * the asker's own (本店).
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
 * contains, starts, ends (of a text), amidst (里面，: of what comes before, a part), used (used, 做: what is done so many
 * times, and comes to no amount).
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

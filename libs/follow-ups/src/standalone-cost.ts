import type { ColumnRef } from '@querent/contracts';
import type { TurnWord, Unit } from '@querent/lexicon';
import { type Item, unitsOf } from '@querent/reading';
import { type Category, isCount, type Meaning } from '@querent/grammar';

/** Costs of a turn as a question by itself, if its words refer to the last question or its parts ask for nothing. */
const ANNOUNCED = 0.5;
/** "Of those" refers to the last answer. */
const WITH_REFERENCE = 0.75;
const WITH_LEAD = 0.25;
const WITH_LEAD_AND_QUESTION = 0.05;
const NO_QUESTION = 0.6;
const BARE_FIGURE = 0.1;
/** An amount of the rows that the last question was about. */
export const AMOUNT_OF_LAST = 0.6;
/** The first of all rows, although the last question was about some of them. */
export const FIRST_OF_LAST = 0.85;
/** A count of the things named, where the count of their related rows is meant: 大客户的有多少. */
export const COUNT_OF_THEIRS = 0.9;
/** A turn that begins with a preposition and asks for nothing: for large clients. */
const MARKED = 0.3;
/** A "best" without a figure refers to the figure of the last question. */
const BARE_RANK = 0.5;

/** A turn without the things that it is about: which ones are red, 女生有几个. */
const HEADLESS = { bare: 0.6, value: 0.45 };

/** The cost of reading a normalised turn as a question by itself. `words` are its turn words. */
export function standaloneCost(item: Item, text: string, words: readonly Unit[]): number {
  const used = unitsOf(item);
  const ends = words.filter(({ start, end }) => start === 0 || end === text.length);
  const pointing = words.filter(
    (unit) =>
      POINTING.has(wordOf(unit)) &&
      !used.some((one) => one.start < unit.end && unit.start < one.end && !isCounting(one)),
  );
  const announcing = [...ends.filter((unit) => isAnnouncing(unit)), ...pointing];
  const asks = isAsked(item, announcing);
  const led = ends.some((unit) => wordOf(unit) === 'lead') ? (asks ? WITH_LEAD_AND_QUESTION : WITH_LEAD) : 0;
  const related = isCountOfTheirs(item, text) ? COUNT_OF_THEIRS : 0;
  const [first] = used;
  const marked = first?.start === 0 && isMarker(first) && !asks ? MARKED : 0;
  const unranked = item.meaning.cat === 'top' ? BARE_RANK : 0;
  return (
    (pointing.some((unit) => wordOf(unit) === 'among') ? WITH_REFERENCE : announcing.length > 0 ? ANNOUNCED : led) +
    (asks ? headlessCost(used) : ownCost(item.meaning, used)) +
    unranked +
    related +
    marked
  );
}

/** The "that" of "orders that contain books" does not refer to the last question. */
const isRelative = ({ text, start }: Unit): boolean => text === 'that' && start > 0;

/** Whether turn words that the reading does not use refer to the last question. */
function refersToLast(item: Item, text: string, words: readonly Unit[]): boolean {
  const used = unitsOf(item);
  const isPart = (unit: Unit): boolean =>
    used.some(
      (one) =>
        one.start <= unit.start &&
        unit.end <= one.end &&
        (wordOf(unit) === 'compare' || one.end - one.start > unit.end - unit.start),
    );
  const isAtEnd = ({ start, end }: Unit): boolean => start === 0 || end === text.length;
  return words.some(
    (unit) =>
      !isPart(unit) &&
      ((POINTING.has(wordOf(unit)) && !isRelative(unit)) ||
        (isAtEnd(unit) && (isAnnouncing(unit) || wordOf(unit) === 'lead'))),
  );
}

/**
 * Whether a turn is a complete question: no turn words refer to the last one, it names the things that it is about, and
 * it has a condition or a question word.
 */
export function isStandalone(item: Item, text: string, words: readonly Unit[]): boolean {
  const used = unitsOf(item);
  // 观测超过3个的 and "with more than 3" are conditions on rows of the last question.
  const [first] = used;
  if (isCountOfTheirs(item, text)) return false;
  if (refersToLast(item, text, words) || text.endsWith('的') || (first?.start === 0 && isMarker(first))) return false;
  const asks = isAsked(item, [], ASKING_WORDS);
  return isHeaded(item) ? asks || saysMore(item.meaning) : asks && (item.meaning.cat === 'columns' || areSeveral(used));
}

/**
 * Whether a turn counts rows related to the things that it names, and not these things: 大客户的有多少 after orders counts
 * their orders.
 */
export function isCountOfTheirs(item: Item, text: string): boolean {
  const { meaning } = item;
  if (meaning.cat !== 'figure' || !isCount(meaning)) return false;
  const used = unitsOf(item);
  const asked = used.filter((unit) => isCounting(unit) && text.charAt(unit.start - 1) === '的');
  return asked.some(({ start }) =>
    used.some(
      (unit) => unit.end === start - 1 && unit.meaning.type === 'thing' && unit.meaning.thing === meaning.thing,
    ),
  );
}

/**
 * Whether a turn asks only for an amount of the rows of the last question, and does not name them. "What was the total
 * amount" after refunds of last month means these refunds; "the total refund amount" means all.
 *
 * @param names labels of the thing
 * @param isName returns whether a column holds the names of the things
 */
export function isAmountOf(
  thing: string,
  names: readonly string[],
  { meaning, ...item }: Item,
  isName: (column: ColumnRef) => boolean,
): boolean {
  const used = unitsOf({ meaning, ...item });
  const namesThing = ({ text }: Unit): boolean => names.some((name) => text.includes(name.toLowerCase()));
  // 列出书名 after books of one kind asks for the titles of those books.
  if (meaning.cat === 'columns')
    return meaning.columns.every(isName) && !used.some(({ meaning: { type } }) => type === 'thing');
  return (
    !used.some(namesThing) &&
    meaning.cat === 'figure' &&
    meaning.thing === thing &&
    !saysMore(meaning) &&
    used.some((unit) => unit.meaning.type === 'measure') &&
    !used.some(
      (unit) => unit.meaning.type === 'thing' || unit.meaning.type === 'term' || unit.meaning.type === 'metric',
    )
  );
}

/** "Who has the most points" after a list of some rows ranks these, unless the words identify others. */
export function isFirstOfLast(thing: string, { meaning, ...item }: Item): boolean {
  if (meaning.cat !== 'set' || meaning.thing !== thing || meaning.order.length === 0) return false;
  const isBare = meaning.filters.length + meaning.periods.length + meaning.having.length === 0;
  return (
    isBare &&
    !unitsOf({ meaning, ...item }).some((unit) => unit.meaning.type === 'thing' || unit.meaning.type === 'term')
  );
}

/** "What's the total" asks for the total of the last answer, and not for a column with this name. */
export function isBareTotal(item: Item): boolean {
  const [named, ...more] = unitsOf(item).filter(({ meaning }) => meaning.type !== 'operator');
  return named?.meaning.type === 'measure' && more.length === 0 && TOTALS.has(named.text);
}

const TOTALS: ReadonlySet<string> = new Set([
  'total',
  'totals',
  'sum',
  'average',
  'grand total',
  '总计',
  '合计',
  '总数',
  '总和',
  '平均',
]);

/** Whether the words express several conditions: of tablets, bought last year. */
const areSeveral = (used: readonly Unit[]): boolean =>
  used.some(({ meaning }) => meaning.type === 'value') &&
  used.filter(({ meaning }) => meaning.type === 'value' || meaning.type === 'period' || meaning.type === 'event')
    .length > 1;

function saysMore(meaning: Meaning): boolean {
  if (meaning.cat !== 'set' && meaning.cat !== 'figure') return false;
  const { filters, periods, near, limit, order } = meaning;
  const isOrdered = Array.isArray(order) ? order.length > 0 : order !== null;
  const isNarrowed = filters.length + periods.length > 0 || near !== null || limit !== null || isOrdered;
  if (meaning.cat === 'set') return isNarrowed;
  return isNarrowed || meaning.keys.length > 0 || meaning.compare !== null || meaning.share !== null;
}

/** Whether the words of an item name the things asked about, and not only conditions on them. */
export const isHeaded = (item: Item): boolean => headlessCost(unitsOf(item)) === 0;

function headlessCost(used: readonly Unit[]): number {
  if (used.some(({ meaning }) => HEADS.has(meaning.type) || (meaning.type === 'event' && meaning.noun))) return 0;
  return used.some(({ meaning }) => meaning.type === 'value') ? HEADLESS.value : HEADLESS.bare;
}

const HEADS: ReadonlySet<Unit['meaning']['type']> = new Set(['thing', 'metric', 'measure', 'term']);
const POINTING: ReadonlySet<TurnWord | null> = new Set<TurnWord | null>(['among', 'those']);

/** Turn words that may also begin or end a complete question. */
const NOT_ANNOUNCING: ReadonlySet<TurnWord | null> = new Set<TurnWord | null>(['lead', 'shape', 'clause', 'those']);

/** "How many of them" counts and refers to the last answer at the same time. */
const isCounting = ({ meaning }: Unit): boolean => meaning.type === 'operator' && meaning.operator.op === 'count';

const isAnnouncing = ({ meaning }: Unit): boolean => {
  if (meaning.type !== 'operator') return false;
  const { operator } = meaning;
  return operator.op === 'turn'
    ? !NOT_ANNOUNCING.has(operator.word)
    : operator.op === 'shift' || operator.op === 'both_periods';
};

const wordOf = ({ meaning }: Unit): TurnWord | null =>
  meaning.type === 'operator' && meaning.operator.op === 'turn' ? meaning.operator.word : null;

function ownCost(meaning: Meaning, used: readonly Unit[]): number {
  if (meaning.cat !== 'figure') return NO_QUESTION;
  const isGrouped = meaning.implied && meaning.keys.length > 0 && used.some((unit) => unit.meaning.type === 'thing');
  return isGrouped || (!meaning.implied && !isCount(meaning)) ? BARE_FIGURE : NO_QUESTION;
}

/** Words that turn their phrase into a question or a command. */
const QUESTION_WORDS: ReadonlySet<Category> = new Set<Category>([
  'op:count',
  'w:which',
  'w:who',
  'w:when',
  'w:list',
  'w:all',
  'w:exists',
  'op:aggregate',
  'op:share',
]);

/** Those that need no previous question: "all cities" may remove a condition on a city. */
const ASKING_WORDS: ReadonlySet<Category> = new Set([...QUESTION_WORDS].filter((word) => word !== 'w:all'));

const isMarker = ({ meaning }: Unit): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && MARKERS.has(meaning.operator.word);
const MARKERS: ReadonlySet<string> = new Set([
  'with',
  'without',
  'in',
  'of',
  'by',
  'to',
  'from',
  'toward',
  'and',
  'not',
]);

/** Whether a word asks or commands, except inside turn words: the "what" of "what about". */
function isAsked({ category, made }: Item, announcing: readonly Unit[], asking = QUESTION_WORDS): boolean {
  if (!('unit' in made)) return made.parts.some((part) => isAsked(part, announcing, asking));
  const { start, end } = made.unit;
  return asking.has(category) && !announcing.some((unit) => unit.start <= start && end <= unit.end);
}

import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import {
  freshOpening,
  MARKS,
  newTopicIn,
  type TurnWord,
  turnUnits,
  type Unit,
  type UnitMeaning,
} from '@querent/lexicon';
import type { Locale } from '@querent/language';
import { type SemanticModel, signatureOf } from '@querent/model';
import {
  chartOf,
  CONSTRUCTIONS,
  ConstructionTable,
  type Item,
  normalForms,
  type Reading,
  unitsOf,
} from '@querent/reading';
import { type Category, type Facts, type Meaning, sameColumn } from '@querent/grammar';
import {
  standaloneCost,
  AMOUNT_OF_LAST,
  COUNT_OF_THEIRS,
  FIRST_OF_LAST,
  isAmountOf,
  isBareTotal,
  isCountOfTheirs,
  isFirstOfLast,
  isHeaded,
  isStandalone,
} from './standalone-cost';
import type { Edit, Edited, Editing } from './edit';
import { CONDITION_EDITS } from './condition-edits';
import { LONGEST_TURN } from './continuation';
import { FIGURE_EDITS } from './figure-edits';
import { liftQuery, type Topic } from './lift-query';
import { LISTED_BEHIND, LISTED_WITH_EDITS, LISTED_WITH_PARTS, listsEach } from './listings';
import { ORDER_EDITS } from './order-edits';
import { PERIOD_EDITS } from './period-edits';
import { TURN_CONSTRUCTIONS } from './turn-constructions';
import { partsOf, type Turn, turnsIn, wordsOf } from './turn-parts';

/** Cost of reading a text as a turn: lower with turn words that announce one. */
const MARKED_COST = 0.2;
const SHAPED_COST = 0.3;
const PLAIN_COST = 0.4;
/** Cost of a turn that changes nothing. */
const UNCHANGED_COST = 0.25;
/** Cost of a complete question as a change of the last one. */
const WHOLE_COST = 0.45;
/** Cost of ignoring an "also" at the beginning. */
const IGNORED_COST = 0.4;
const MOST_TOPICS = 8;
/** Cost of a value in a column unrelated to the columns shown, where a shown column stores it too. */
const UNRELATED_COST = 0.45;

const table = new ConstructionTable([...CONSTRUCTIONS, ...TURN_CONSTRUCTIONS, ...LISTED_BEHIND, ...LISTED_WITH_PARTS]);
/** All edits. Their order has no effect. */
export const EDITS: readonly Edit[] = [
  ...PERIOD_EDITS,
  ...CONDITION_EDITS,
  ...FIGURE_EDITS,
  ...LISTED_WITH_EDITS,
  ...ORDER_EDITS,
];
const editsOf = new Map<Category, Edit[]>();
for (const edit of EDITS)
  for (const category of edit.of) editsOf.set(category, [...(editsOf.get(category) ?? []), edit]);

interface Asked {
  model: SemanticModel;
  today: string;
  locale: Locale;
  /** The query of the last answer. */
  last: SemanticQuery;
}

/** Readings of a turn as edits of the last query, cheapest first; none if no edits cover it. Pure. */
export function turnReadings(text: string, { model, today, locale, last }: Asked): Reading[] {
  if (text.length > LONGEST_TURN || newTopicIn(text)) return [];
  const words = turnUnits(text);
  const { facts, units, lattice, chart } = chartOf(
    text,
    { model, today },
    table,
    (closed) => withTurnWords(closed, words),
    last.subject.name,
  );
  const unchanged = signatureOf(last);
  const chartType = chartTypeIn(text, units);
  if (chartType) {
    const item: Item = {
      from: 0,
      to: lattice.size,
      meaning: { cat: 'other', unit: chartType.meaning },
      category: 'other',
      cost: MARKED_COST,
      made: { unit: chartType },
    };
    return [{ query: last, signature: unchanged, cost: MARKED_COST, notes: [], item }];
  }
  const topic = liftQuery(last, facts, today);
  const candidates: { reading: Reading; turn: Turn }[] = [];
  for (const turn of turnsIn(chart, lattice.size, (category) => editsOf.has(category))) {
    const [item] = partsOf(turn);
    if (!item) continue;
    for (const edited of editedBy(topic, turn, { facts, table, today })) {
      for (const normal of normalForms(edited.topic, { facts, locale, today })) {
        const query = carriedOver(normal.query, last);
        const signature = signatureOf(query);
        const cost =
          costOf(turn) +
          wholeCost(turn, facts) +
          ignoredCost(turn, words) +
          turn.cost +
          edited.cost +
          normal.cost +
          (signature === unchanged ? UNCHANGED_COST : 0);
        candidates.push({ reading: { query, signature, cost, notes: normal.notes, item }, turn });
      }
    }
  }
  const found = new Map<string, Reading>();
  for (const reading of preferringShownColumns(candidates, topic, facts)) {
    const known = found.get(reading.signature);
    if (!known || reading.cost < known.cost) found.set(reading.signature, reading);
  }
  return [...found.values()].sort(byCost);
}

/**
 * Where several columns store a value, columns of the last answer are preferred: groups, columns shown, columns with a
 * condition, and name columns of their tables. Next come columns of the thing that the query is about.
 */
function preferringShownColumns(
  candidates: readonly { reading: Reading; turn: Turn }[],
  topic: Topic,
  facts: Facts,
): Reading[] {
  const columns = topic.cat === 'figure' ? topic.keys.flatMap(({ column }) => column ?? []) : topic.select;
  const named = columns.flatMap(({ table }) => facts.nameColumn(table) ?? []);
  const set = topic.filters.flatMap((filter) => ('column' in filter ? [filter.column] : []));
  const shown = new Set([...columns, ...named, ...set].map(({ table, column }) => `${table}.${column}`));
  const distanceOf = ({ table, column }: ColumnRef): number =>
    shown.has(`${table}.${column}`) ? 0 : table === topic.thing ? 1 : 2;
  const valued = candidates.map(({ reading, turn }) => {
    // Parts of another category read the same words differently, so their distance is not compared.
    const parts = partsOf(turn).flatMap((part) => {
      const { meaning } = part;
      const what = meaning.cat === 'joined' ? meaning.what : meaning;
      const units = unitsOf(part).filter((unit) => unit.meaning.type === 'value');
      return units.length > 0 ? [{ units, filters: what.cat === 'condition' ? what.filters : null }] : [];
    });
    const ranked = isTopOfGroups(turn, topic) ? partsOf(turn).flatMap(({ meaning }) => groupOf(meaning)) : [];
    const columns = parts.flatMap(({ filters }) =>
      (filters ?? []).flatMap((filter) => ('column' in filter ? [filter.column] : [])),
    );
    const areConditions = parts.every(({ filters }) => filters !== null);
    if (ranked.length > 0) return { reading, distance: Math.max(...ranked.map(distanceOf)), words: 'groups' };
    const words = areConditions
      ? parts.flatMap(({ units }) => units.map(({ start, end }) => `${start}-${end}`)).join()
      : '';
    return { reading, distance: Math.max(0, ...columns.map(distanceOf)), words };
  });
  const nearest = new Map<string, { distance: number; cost: number }>();
  for (const { reading, distance, words } of valued) {
    const known = nearest.get(words);
    if (!known || distance < known.distance || (distance === known.distance && reading.cost < known.cost))
      nearest.set(words, { distance, cost: reading.cost });
  }
  return valued.map(({ reading, distance, words }) => {
    const best = nearest.get(words);
    const isUnrelated =
      words !== '' && best !== undefined && best.distance < distance && best.cost <= reading.cost + UNRELATED_COST;
    return isUnrelated ? { ...reading, cost: reading.cost + UNRELATED_COST } : reading;
  });
}

/**
 * Whether a turn asks for the top or bottom of groups: "which city is the lowest". The groups of the last answer are
 * preferred.
 */
const isTopOfGroups = (turn: Turn, topic: Topic): boolean =>
  topic.cat === 'figure' && topic.keys.length > 0 && partsOf(turn).some(({ meaning }) => meaning.cat === 'top');

const groupOf = (meaning: Meaning): ColumnRef[] =>
  meaning.cat === 'top' && meaning.of.cat === 'keys' ? meaning.of.keys.flatMap(({ column }) => column ?? []) : [];

/** A reading up to this cost is certain. */
const SURE = 0.6;

/**
 * Readings of a turn as a question by itself and as a change of the last query, cheapest first. Words that refer to the
 * last question raise the cost of the first kind.
 */
export function withTurns(text: string, alone: readonly Reading[], asked: Asked): Reading[] {
  const fresh = freshOpening(text);
  const words = turnUnits(text).filter(({ start }) => start >= fresh);
  const merged = new Map<string, Reading>();
  const { name: thing } = asked.last.subject;
  const { zh, en } = (asked.model.entities[thing] ?? asked.model.tables[thing])?.label ?? {};
  const names = [zh, en].flatMap((name) => (name ? [name] : []));
  const isName = ({ table, column }: ColumnRef): boolean =>
    table === thing && asked.model.tables[table]?.columns[column]?.role === 'name';
  const isOfLast = (item: Item): boolean =>
    isAmountOf(thing, names, item, isName) || listsEach(item.meaning, asked.last) || isBareTotal(item);
  const [best] = alone;
  const isOfThose = best !== undefined && asked.last.filters.length > 0 && isFirstOfLast(thing, best.item);
  const whole = isOfThose
    ? []
    : alone.filter(({ item, cost }) => cost <= SURE && isStandalone(item, text, words) && !isOfLast(item));
  if (whole.length > 0) return alone.map((reading) => ({ ...reading, continued: false }));
  const isOfTheirs = ({ item }: Reading): boolean => isCountOfTheirs(item, text);
  const things = new Set(alone.filter(isOfTheirs).map(({ signature }) => signature));
  const candidates: Reading[] = [
    ...alone.map((reading) => ({
      ...reading,
      cost:
        reading.cost +
        standaloneCost(reading.item, text, words) +
        (isOfThose ? FIRST_OF_LAST : isOfLast(reading.item) ? AMOUNT_OF_LAST : 0),
      continued: false,
    })),
    ...turnReadings(text, asked).map((reading) => ({
      ...reading,
      cost: reading.cost + (things.has(reading.signature) ? COUNT_OF_THEIRS : 0),
      continued: true,
    })),
  ];
  for (const reading of candidates) {
    const known = merged.get(reading.signature);
    if (!known || reading.cost < known.cost) merged.set(reading.signature, reading);
  }
  return [...merged.values()].sort(byCost);
}

/** The unit for a chart type, such as "as a pie chart" or 换成柱状图, if the turn asks for nothing else. */
function chartTypeIn(text: string, units: readonly Unit[]): Unit | undefined {
  const isChartType = ({ meaning }: Unit): boolean => meaning.type === 'filler' && meaning.picture === true;
  const isAround = ({ meaning }: Unit): boolean =>
    meaning.type === 'filler' || isTurnWord(meaning, 'change') || isTurnWord(meaning, 'shape');
  const [longest] = units.filter(isChartType).sort((a, b) => b.end - b.start - (a.end - a.start));
  const covered = units.filter(isAround);
  const isCovered = [...text].every(
    (letter, at) => MARKS.test(letter) || covered.some(({ start, end }) => start <= at && at < end),
  );
  // A chart type such as "table" may also be a thing of the model.
  const isNamed = units.some(({ form, start, end }) =>
    form === 'word' || !longest ? false : longest.start <= start && end <= longest.end,
  );
  return isCovered && !isNamed ? longest : undefined;
}

/**
 * The function words of a turn, with its turn words. "The year before" is relative to the year of the last question; a
 * comma separates clauses.
 */
function withTurnWords(closed: readonly Unit[], own: readonly Unit[]): Unit[] {
  const shifts = own.filter(({ meaning }) => meaning.type === 'operator' && meaning.operator.op === 'shift');
  const parts = own.filter(({ meaning }) => isTurnWord(meaning, 'clause'));
  const isShift = ({ meaning, start, end }: Unit): boolean =>
    meaning.type === 'operator' &&
    meaning.operator.op === 'compare_periods' &&
    shifts.some((shift) => start <= shift.start && shift.end <= end);
  // Behind a comma, "only" or "without" begins a clause.
  const begins = ({ end }: Unit): boolean =>
    own.some(
      (word) => word.start >= end && word.start <= end + 1 && CLAUSE_WORDS.some((one) => isTurnWord(word.meaning, one)),
    );
  const isComma = ({ operator }: Extract<UnitMeaning, { type: 'operator' }>): boolean =>
    operator.op === 'plain' && operator.word === 'comma';
  const isMark = (unit: Unit): boolean =>
    (unit.meaning.type === 'filler' || (unit.meaning.type === 'operator' && isComma(unit.meaning) && begins(unit))) &&
    parts.some((mark) => mark.start === unit.start && mark.end === unit.end);
  // "Overall" after a figure means the figure without groups, and not a list of all rows or a composite score.
  const overAll = new Set(own.filter(isOverAll).map(({ start, end }) => `${start} ${end}`));
  const weighed = closed.map((unit) =>
    overAll.has(`${unit.start} ${unit.end}`) ? { ...unit, cost: unit.cost + NOT_OVER_ALL } : unit,
  );
  return [...weighed.filter((unit) => !isShift(unit) && !isMark(unit)), ...own];
}

/** Cost of another meaning of words such as "overall". */
const NOT_OVER_ALL = 0.2;

const isOverAll = ({ meaning }: Unit): boolean =>
  meaning.type === 'operator' &&
  meaning.operator.op === 'aspect' &&
  meaning.operator.of === 'groups' &&
  meaning.operator.all;

const CLAUSE_WORDS = ['only', 'remove', 'exclude'] as const;

const isTurnWord = (meaning: UnitMeaning, word: TurnWord): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'turn' && meaning.operator.word === word;

const byCost = (a: Reading, b: Reading): number => a.cost - b.cost || (a.signature < b.signature ? -1 : 1);

function costOf(turn: Turn): number {
  const words = wordsOf(turn);
  if ([...words].some((word) => word !== 'shape')) return MARKED_COST;
  return words.size > 0 ? SHAPED_COST : PLAIN_COST;
}

/** Edits that pick rows apply last, to the rows that the other parts leave. */
const ORDERING: ReadonlySet<Category> = new Set(
  ORDER_EDITS.flatMap(({ of, changes }) => (changes === 'order' ? of : [])),
);

/** Cost of a complete question without turn words as a change of the last one. */
function wholeCost(turn: Turn, facts: Facts): number {
  const isAnnounced = [...wordsOf(turn)].some((word) => !UNANNOUNCED.has(word));
  const parts = partsOf(turn).filter(({ category }) => !NARROWING.has(category));
  const isWholeTurn = parts.length > 0 && parts.every((part) => isWhole(part.meaning) && isHeaded(part));
  return !isAnnounced && (isWholeTurn || asksAboutNamed(turn, facts)) ? WHOLE_COST : 0;
}

/** An attribute of a row identified by its name: 杭州宋城的等级. */
function asksAboutNamed(turn: Turn, facts: Facts): boolean {
  const [named, asked, ...more] = partsOf(turn).map(({ meaning }) => meaning);
  if (named?.cat !== 'condition' || asked?.cat !== 'columns' || more.length > 0) return false;
  return facts.isNaming(named.thing, named.filters) && asked.columns.every(({ table }) => table === named.thing);
}

/** Cost of a turn that begins with "also" but adds nothing. */
function ignoredCost(turn: Turn, words: readonly Unit[]): number {
  const more = words.filter(({ start, meaning }) => start === 0 && isTurnWord(meaning, 'add'));
  const [first] = partsOf(turn);
  const isPart = ({ end }: Unit): boolean =>
    first !== undefined && unitsOf(first).some((one) => one.start === 0 && one.end >= end);
  const isApplied = wordsOf(turn).has('add') || more.some(isPart);
  return more.length > 0 && !isApplied ? IGNORED_COST : 0;
}

const NARROWING: ReadonlySet<Category> = new Set<Category>(['condition', 'period', 'event']);
const UNANNOUNCED: ReadonlySet<TurnWord> = new Set<TurnWord>(['lead', 'shape', 'clause']);

function isWhole(meaning: Meaning): boolean {
  if (meaning.cat === 'joined') return meaning.by === 'and' && isWhole(meaning.what);
  if (meaning.cat === 'figure') return meaning.keys.length > 0 || meaning.limit !== null || meaning.asked === true;
  if (meaning.cat !== 'set' || !meaning.named) return false;
  const isRelated = meaning.filters.some(({ kind }) => kind === 'exists' || kind === 'bound');
  return meaning.select.length > 0 || meaning.having.length > 0 || isRelated;
}

/** Applies the edits of a turn's parts to a topic, one after another. */
function editedBy(topic: Topic, { clauses }: Turn, editing: Omit<Editing, 'words'>): Edited[] {
  return clauses
    .flatMap(({ words, parts }) => withoutNamed(parts).map((part) => ({ ...part, words })))
    .sort((a, b) => Number(ORDERING.has(a.category)) - Number(ORDERING.has(b.category)))
    .reduce<Edited[]>(
      (topics, { meaning, category, words }) =>
        topics
          .flatMap((before) =>
            (editsOf.get(category) ?? []).flatMap((edit) =>
              edit
                .apply(before.topic, meaning, { ...editing, words })
                .map(({ topic: made, cost }) => ({ topic: made, cost: before.cost + edit.cost + cost })),
            ),
          )
          .slice(0, MOST_TOPICS),
      [{ topic: isBackToAll(clauses) ? unranked(topic) : topic, cost: 0 }],
    );
}

/** 回到按城市的那张表: whether the turn goes back to all groups or things. */
const isBackToAll = (clauses: Turn['clauses']): boolean =>
  clauses.some(({ words }) => words.has('back')) &&
  clauses.some(({ parts }) => parts.some(({ category }) => category === 'keys' || category === 'set'));

const unranked = (topic: Topic): Topic =>
  topic.cat === 'figure' ? { ...topic, order: null, limit: null, rank: null } : topic;

/** Drops an attribute beside one of its values, since it only names the value's column: "change the site to Berlin". */
function withoutNamed(parts: readonly Item[]): readonly Item[] {
  const valued = parts.flatMap(({ meaning }) => (meaning.cat === 'condition' ? meaning.filters : []));
  return parts.filter(
    ({ meaning }) =>
      meaning.cat !== 'columns' ||
      !meaning.columns.every((column) =>
        valued.some((filter) => 'column' in filter && sameColumn(filter.column, column)),
      ),
  );
}

/**
 * Keeps parts of the last query that meanings do not express and the turn did not change: a circle around a point, and
 * bounds on the same figure.
 */
function carriedOver(query: SemanticQuery, last: SemanticQuery): SemanticQuery {
  const sameSubject = query.subject.name === last.subject.name;
  const sameFigure =
    JSON.stringify(query.measures.map(({ what }) => what)) === JSON.stringify(last.measures.map(({ what }) => what));
  const isPoint = last.near?.place.kind === 'point';
  const kept = isPoint && sameSubject && query.measures.length === last.measures.length ? last.near : null;
  const near = query.near ?? kept;
  const having = query.having.length === 0 && sameFigure && query.dimensions.length > 0 ? last.having : query.having;
  const isOrdered = query.order.length > 0 || query.measures.length > 0;
  return {
    ...query,
    having,
    near,
    ...(near === null ? {} : { strategy: last.strategy, order: isOrdered ? query.order : last.order }),
  };
}

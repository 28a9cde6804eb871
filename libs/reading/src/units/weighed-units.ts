import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { withOwnAcross } from './across-things';
import { thingsBeforeCopies } from './copied-names';
import { Cover } from './cover';
import { CLOSED, withoutCuts } from './cut-words';
import type { Facts } from '@querent/grammar';
import { namedWithKind } from './named-with-kind';
import { namesBeforeCodes } from './names-before-codes';
import { notInItself } from './not-in-itself';
import { ownFiguresFirst } from './own-figures';
import { OwnHeads } from './own-heads';
import { withOwnPrices } from './own-prices';
import { withoutPartsOverTimes, withoutTimesOverNames, withPartsTogether } from './partial-values';
import { withVerbsBetween } from './relative-verbs';
import { withRepeatedMarkers } from './repeated-markers';
import { withSureLetters } from './single-letters';
import { withoutPassages, withoutStrayWithin, withWhereAsked } from './verbs-of-place';
import { WhereSomeoneIs } from './where-someone-is';
import { withListedColumns } from './with-listed-columns';
import { withWholeHouse } from './whole-house';

/**
 * The units of a question's names and closed words together, each at what it costs beside the others: a name of the
 * model ends other meanings of its words, a longer phrase those of its parts. `subject` is the thing that a turn goes
 * on with: where the turn names none, its own columns come first.
 */
export function weighedUnits(
  allNamed: readonly Unit[],
  allClosed: readonly Unit[],
  facts: Facts,
  subject: string | null = null,
): Unit[] {
  const called = withoutPassages(withoutSpreadAsName(allNamed, allClosed), allClosed, facts);
  const { named, closed: words } = withWholeHouse(called, allClosed, facts);
  const closed = withoutTimesOverNames(words, named);
  const given = withoutApposed(
    withoutCopies(ownNamesFirst(uncounted(behindMeasures(named, closed), closed), facts), facts),
    facts,
  );
  const ofKinds = namedWithKind(calledSo(given, closed, facts), closed, facts);
  const found = withPartsTogether(withoutPartsOverTimes(surestSenses(ofKinds), closed));
  const names = asVerbs(withoutDefined(withoutReferences(found, facts), facts));
  const asked = withoutStrayWithin(withWhereAsked(closed), named);
  const light = withVerbsBetween(withoutLightWith(withVerbsOfCounts(withVerbsOfShares(asked))), names);
  const said = facts.model.derived ? withPlacesSaid(light, names) : light;
  const each = withoutEach([...withSources(names, facts), ...said]);
  const told = withListedColumns(withRepeatedMarkers(withOwnAcross(withOwnPrices(each, facts), facts)));
  const all = ownFiguresFirst(withoutQualities(withSureLetters(told), facts), facts);
  const known = namesBeforeCodes(withoutShadowed(withoutCuts(all), facts), facts);
  const weighed = notInItself(ownersFirst(withNamedColumn(withFinerValues(facts, known)), facts, subject), facts);
  return facts.model.derived ? valuesOfAsked(weighed) : thingsBeforeCopies(weighed, facts);
}

/** A thing by one character of its name is one behind a measure word alone: 三款酒, 几张票. */
function behindMeasures(named: readonly Unit[], closed: readonly Unit[]): readonly Unit[] {
  const isLetter = ({ meaning, form, text }: Unit): boolean =>
    meaning.type === 'thing' && form !== 'exact' && form !== 'dictionary' && text.length === 1 && HAN.test(text);
  if (!named.some(isLetter)) return named;
  const ends = new Set(
    closed.flatMap(({ meaning, end, text }) => {
      const isCount = meaning.type === 'operator' && meaning.operator.op === 'count' && text.length > 1;
      return isCount || (meaning.type === 'number' && meaning.unit !== null) ? [end] : [];
    }),
  );
  // 多少人 asks for people, whoever else is called 客人 or 委托人.
  const ofPeople = new Set(
    closed.flatMap(({ meaning, end }) =>
      meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.people ? [end] : [],
    ),
  );
  return named.filter((unit) => !isLetter(unit) || (ends.has(unit.start) && !ofPeople.has(unit.end)));
}

/** What it costs that a name is that of a table's column, where a figure of that table is asked for. */
const OF_SOURCE = 0.05;

/**
 * Each table that keeps the things of an entity has names of its own: those of the table that a figure is of are meant.
 */
function withSources(units: readonly Unit[], facts: Facts): Unit[] {
  const tables = new Set(
    units.flatMap(({ meaning, cost }) =>
      meaning.type === 'metric' && cost === 0 ? (facts.model.metrics[meaning.id]?.table ?? []) : [],
    ),
  );
  const isSource = (table: string): boolean =>
    tables.has(table) && Object.values(facts.model.entities).some(({ sources }) => sources.includes(table));
  return units.map((unit) =>
    'column' in unit.meaning && unit.form === 'exact' && unit.cost > OF_SOURCE && isSource(unit.meaning.column.table)
      ? { ...unit, cost: OF_SOURCE }
      : unit,
  );
}

/** "Loser name" is the column that matches keep under this name, before the name of who plays the loser. */
function ownNamesFirst(units: readonly Unit[], facts: Facts): readonly Unit[] {
  const columnOf = ({ meaning }: Unit): ColumnRef | null =>
    meaning.type === 'attribute' || meaning.type === 'measure' ? meaning.column : null;
  const roleOf = (unit: Unit) => facts.model.tables[columnOf(unit)?.table ?? '']?.role;
  if (!units.some((unit) => roleOf(unit) !== undefined)) return units;
  const own = new Set(
    units.flatMap((unit) => {
      const column = columnOf(unit);
      const isWhole = unit.form === 'exact' || unit.form === 'physical' || unit.form === 'inflected';
      return column !== null && isWhole ? [`${spanOf(unit)} ${column.table}`] : [];
    }),
  );
  return units.filter((unit) => {
    const role = roleOf(unit);
    return role === undefined || !own.has(`${spanOf(unit)} ${role.key.table}`);
  });
}

/**
 * What is called so has this name: "cities named Oslo" are no cities of another that is called Oslo, and no harbours
 * beside a fjord of this name.
 */
function calledSo(units: readonly Unit[], closed: readonly Unit[], facts: Facts): readonly Unit[] {
  const called = closed.filter(({ text }) => CALLED.test(text));
  if (called.length === 0) return units;
  const things = units.filter(({ meaning, cost }) => meaning.type === 'thing' && cost < SURE);
  const ends = new Map<number, ReadonlySet<string>>();
  for (const { start, end } of called) {
    const before = things.filter((thing) => thing.end <= start && start - thing.end <= MOST_BEFORE_CALLED);
    const last = Math.max(...before.map((thing) => thing.end));
    const own = before.flatMap(({ meaning, end: at }) =>
      meaning.type === 'thing' && at === last ? [facts.playerOf(meaning.thing)] : [],
    );
    for (const at of [end, end + 1]) ends.set(at, new Set(own));
  }
  // 叫长江的河流: what is called so comes behind.
  const behind = (end: number): ReadonlySet<string> =>
    new Set(
      things.flatMap(({ meaning, start }) =>
        meaning.type === 'thing' && start === end + 1 ? [facts.playerOf(meaning.thing)] : [],
      ),
    );
  const isNot = ({ start, end, text, meaning }: Unit): boolean => {
    const before = ends.get(start);
    if (before === undefined || meaning.type !== 'value') return false;
    const own = /^\p{Script=Han}/u.test(text) && behind(end).size > 0 ? behind(end) : before;
    return !facts.isCalled(meaning.column) || (own.size > 0 && !own.has(facts.playerOf(meaning.column.table)));
  };
  return units.map((unit) => (isNot(unit) ? { ...unit, cost: unit.cost + NOT_ITS_NAME } : unit));
}

const CALLED = /(?:^| )(?:named|called)$|^(?:叫|叫做|名为|名叫)$/u;
const NOT_ITS_NAME = 0.8;
/** So much may stand between a thing and that it is called: "that are". */
const MOST_BEFORE_CALLED = ' which are '.length;

/** What it costs that words which count are the beginning of a derived name. */
const AS_COUNT = 0.4;

/** "Number of notes" and 笔记的数量 count notes, also where notes have a number. */
function uncounted(named: readonly Unit[], closed: readonly Unit[]): readonly Unit[] {
  const counts = new Set(
    closed.flatMap(({ meaning, end, text }) =>
      meaning.type === 'operator' && meaning.operator.op === 'count' && /^数量?$/u.test(text) ? [end] : [],
    ),
  );
  const things = new Set(
    named.flatMap(({ meaning, start }) => (meaning.type === 'thing' ? [`${start} ${meaning.thing}`] : [])),
  );
  const isCount = ({ form, meaning, start, end }: Unit): boolean =>
    form === 'dictionary' && counts.has(end) && 'column' in meaning && things.has(`${start} ${meaning.column.table}`);
  const ends = new Map(
    closed.flatMap(({ meaning, start, end, text }): [number, number][] =>
      meaning.type === 'operator' && meaning.operator.op === 'count' && text.endsWith(' of') ? [[start, end]] : [],
    ),
  );
  return named
    .filter((unit) => !isCount(unit))
    .map((unit) =>
      unit.form !== 'exact' && unit.end > (ends.get(unit.start) ?? Infinity)
        ? { ...unit, cost: unit.cost + AS_COUNT }
        : unit,
    );
}

/** What it costs that a kind of things is said of a figure. */
const OF_FIGURE = 0.6;

/** "With good wifi", 带宽优秀的: what is said of a figure is no kind of things. */
function withoutQualities(units: readonly Unit[], facts: Facts): Unit[] {
  const metrics = units.filter(({ meaning }) => meaning.type === 'metric');
  if (metrics.length === 0) return [...units];
  const withEnds = new Set(units.flatMap(({ meaning, end }) => (isPlainWord(meaning, 'with') ? [end] : [])));
  const markers = new Set(units.flatMap(({ meaning, start }) => (isPlainWord(meaning, 'de') ? [start] : [])));
  return units.map((unit) => {
    const { meaning, start, end } = unit;
    const isKind = meaning.type === 'term' || (meaning.type === 'value' && facts.role(meaning.column) === 'dimension');
    const isSaid =
      (withEnds.has(start - 1) && metrics.some((metric) => metric.start === end + 1)) ||
      (markers.has(end) && metrics.some((metric) => metric.end === start));
    return isKind && isSaid ? { ...unit, cost: unit.cost + OF_FIGURE } : unit;
  });
}

/** What it costs that the verb behind the rows of a share says nothing. */
const VERB_OF_SHARE = 0.2;

/** "What share of new orders were late": the verb parts the whole, before it, from the part. */
function withVerbsOfShares(closed: readonly Unit[]): readonly Unit[] {
  const shares = closed.filter(
    ({ meaning, text }) => meaning.type === 'operator' && meaning.operator.op === 'share' && text.endsWith(' of'),
  );
  if (shares.length === 0) return closed;
  const from = Math.min(...shares.map(({ end }) => end));
  const verbs = new Set(
    closed.flatMap((unit) =>
      VERBS.some((word) => isPlainWord(unit.meaning, word)) ? [`${unit.start} ${unit.end}`] : [],
    ),
  );
  return closed.map((unit) =>
    unit.meaning.type === 'filler' && unit.start > from && verbs.has(`${unit.start} ${unit.end}`)
      ? { ...unit, cost: unit.cost + VERB_OF_SHARE }
      : unit,
  );
}

const VERBS = ['is', 'do', 'trade'];

/** "How many have a car" counts those who have one, and no cars: what is had right behind the count is had. */
function withVerbsOfCounts(closed: readonly Unit[]): readonly Unit[] {
  const ends = new Set(closed.flatMap(({ text, end }) => (text === 'how many' ? [end + 1] : [])));
  return ends.size === 0
    ? closed
    : closed.map((unit) =>
        unit.meaning.type === 'filler' && ends.has(unit.start) && /^ha(?:ve|s|d)$/u.test(unit.text)
          ? { ...unit, cost: unit.cost + VERB_OF_COUNT }
          : unit,
      );
}

/** What it costs that a word of place before a thing says nothing. */
const PLACE_UNSAID = 0.15;

/** "Cities in the state" are no cities that have one: what is before a thing tells which of the two is asked for. */
function withPlacesSaid(closed: readonly Unit[], named: readonly Unit[]): readonly Unit[] {
  const starts = new Set(named.flatMap(({ meaning, start }) => (meaning.type === 'thing' ? [start] : [])));
  const isBefore = ({ end, text }: Unit): boolean =>
    starts.has(end + 1) || (!text.endsWith(' the') && starts.has(end + ' the '.length));
  return closed.map((unit) =>
    unit.meaning.type === 'filler' && PLACE.test(unit.text) && isBefore(unit)
      ? { ...unit, cost: unit.cost + PLACE_UNSAID }
      : unit,
  );
}

const PLACE = /^(?:in|at|from|into|within)(?: the)?$/;

/** "With the largest area": what has it is named before, and nothing was done. */
function withoutLightWith(closed: readonly Unit[]): readonly Unit[] {
  const extremes = new Set(
    closed.flatMap(({ meaning, start }) =>
      meaning.type === 'operator' && meaning.operator.op === 'extreme' ? [start] : [],
    ),
  );
  if (extremes.size === 0) return closed;
  return closed.filter(
    ({ meaning, text, end }) =>
      !(text === 'with' && isPlainWord(meaning, 'do') && [end + 1, end + 5].some((at) => extremes.has(at))),
  );
}

/** What it costs that "have" behind "how many" says nothing. */
const VERB_OF_COUNT = 0.3;

const isPlainWord = (meaning: Unit['meaning'], word: string): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word;

/** "Distribution" asks for groups before it is, by a sense of a dictionary alone, another word for logistics. */
function withoutSpreadAsName(named: readonly Unit[], closed: readonly Unit[]): readonly Unit[] {
  const spread = new Set(closed.flatMap((unit) => (isPlainWord(unit.meaning, 'spread') ? [spanOf(unit)] : [])));
  return spread.size === 0 ? named : named.filter((unit) => unit.form !== 'dictionary' || !spread.has(spanOf(unit)));
}

/** How much of the cost of the surest sense of some words is left, where nothing else is called so. */
const ONLY_SENSE = 1 / 3;

/**
 * Asked in a language that it has no labels in, a model is called by senses of a dictionary alone: a question that
 * names four of its parts is no less sure than one that names two. How far the other senses are behind stays.
 */
function surestSenses(units: readonly Unit[]): Unit[] {
  const surest = new Map<string, number>();
  const span = ({ start, end }: Unit): string => `${start} ${end}`;
  const isSense = ({ form, meaning }: Unit): boolean => form === 'dictionary' && meaning.type !== 'value';
  for (const unit of units) {
    // A stored value by a sense of its own is no surer name of the words.
    const cost = unit.form === 'dictionary' ? unit.cost : 0;
    surest.set(span(unit), Math.min(cost, surest.get(span(unit)) ?? cost));
  }
  return units.map((unit) =>
    isSense(unit) ? { ...unit, cost: unit.cost - (1 - ONLY_SENSE) * (surest.get(span(unit)) ?? 0) } : unit,
  );
}

/** What it costs that one of two amounts side by side is meant by itself. */
const APPOSED = 0.45;

/** What it costs that a name says of what amount another is a rate. */
const OF_AMOUNT = 0.05;

/** The population density is the density of a table that keeps the population as well, where it has no other rate. */
function ofAmounts(units: readonly Unit[], facts: Facts): Unit[] {
  const amounts = units.filter(({ meaning, text }) => meaning.type === 'measure' && /^[a-z ]+$/.test(text));
  const byEnd = new Map(amounts.map((unit) => [`${unit.end} ${tableOf(unit)}`, unit]));
  return amounts.flatMap((rate): Unit[] => {
    const { meaning, start, end } = rate;
    const of = byEnd.get(`${start - 1} ${tableOf(rate)}`);
    if (of === undefined || meaning.type !== 'measure' || of.meaning.type !== 'measure') return [];
    const isRate = facts.isIntensive(meaning.column) && !facts.isIntensive(of.meaning.column);
    const rates = facts
      .columns(meaning.column.table)
      .filter((ref) => facts.role(ref) === 'measure' && facts.isIntensive(ref));
    return isRate && rates.length === 1
      ? [
          {
            ...rate,
            start: of.start,
            end,
            text: `${of.text} ${rate.text}`,
            form: 'inflected',
            cost: rate.cost + OF_AMOUNT,
          },
        ]
      : [];
  });
}

const tableOf = ({ meaning }: Unit): string => ('column' in meaning ? meaning.column.table : '');

/** Two English amounts side by side are one name: neither the population nor the density is the population density. */
function withoutApposed(units: readonly Unit[], facts: Facts): readonly Unit[] {
  const amounts = units.filter(({ meaning, text }) => meaning.type === 'measure' && /^[a-z ]+$/.test(text));
  const [starts, ends] = [new Set(amounts.map(({ start }) => start)), new Set(amounts.map(({ end }) => end))];
  const isApposed = ({ start, end }: Unit): boolean => starts.has(end + 1) || ends.has(start - 1);
  const apposed = new Set(amounts.filter(isApposed));
  const rates = apposed.size === 0 ? [] : ofAmounts(units, facts);
  return [...units, ...rates].map((unit) => (apposed.has(unit) ? { ...unit, cost: unit.cost + APPOSED } : unit));
}

/** What it costs that a name is of rows which are called as another thing is. */
const COPIED_NAME = 0.05;

/** A name that a table keeps of another thing is the other thing's: the state of a city is the state called so. */
function withoutCopies(units: readonly Unit[], facts: Facts): readonly Unit[] {
  const values = units.filter(({ meaning }) => meaning.type === 'value');
  if (values.length < 2) return units;
  const keyOf = ({ start, end }: Unit, { table, column }: ColumnRef, of: readonly unknown[]): string =>
    JSON.stringify([start, end, table, column, of]);
  const known = new Set(
    values.flatMap((unit) =>
      unit.meaning.type === 'value' && facts.role(unit.meaning.column) === 'name'
        ? [keyOf(unit, unit.meaning.column, unit.meaning.values)]
        : [],
    ),
  );
  return units.flatMap((unit) => {
    if (unit.meaning.type !== 'value') return [unit];
    const { column, values: of } = unit.meaning;
    const named = facts.namedBy(column);
    if (named === null || !known.has(keyOf(unit, named, of))) return [unit];
    // What is called as the other thing is has figures of its own: the elevations of a state.
    return facts.role(column) === 'name' ? [{ ...unit, cost: unit.cost + COPIED_NAME }] : [];
  });
}

/** A column that refers to a thing by the thing's own name is no other meaning of that name. */
function withoutReferences(units: readonly Unit[], facts: Facts): Unit[] {
  const things = new Set(
    units.flatMap(({ meaning, start, end }) => (meaning.type === 'thing' ? [`${start} ${end} ${meaning.thing}`] : [])),
  );
  return units.filter(
    ({ meaning, start, end }) =>
      meaning.type !== 'attribute' || !things.has(`${start} ${end} ${facts.refersTo(meaning.column)}`),
  );
}

/** What it costs that a participle which is a time's whole name means the time: who left, rather than their "left". */
const PARTICIPLE_AS_NAME = 0.1;

/** What it costs that a name before 过 means rows, and not what was done: 接种过的. */
const VERB_AS_THING = 0.5;

function asVerbs(units: readonly Unit[]): Unit[] {
  const verbs = new Set(
    units.flatMap(({ meaning, start, end, form }) =>
      meaning.type === 'event' && !meaning.noun && form === 'exact' ? [`${start} ${end} ${meaning.column.column}`] : [],
    ),
  );
  const done = new Set(
    units.flatMap(({ meaning, start, end, text }) =>
      meaning.type === 'event' && !meaning.noun && text.endsWith('过')
        ? [`${start} ${end - 1} ${meaning.column.table}`]
        : [],
    ),
  );
  return units.map((unit) => {
    const { meaning, start, end, cost } = unit;
    if (meaning.type === 'attribute' && verbs.has(`${start} ${end} ${meaning.column.column}`))
      return { ...unit, cost: cost + PARTICIPLE_AS_NAME };
    return meaning.type === 'thing' && done.has(`${start} ${end} ${meaning.thing}`)
      ? { ...unit, cost: cost + VERB_AS_THING }
      : unit;
  });
}

/** A column whose amounts the model makes a figure of, by the same words, is that figure. */
function withoutDefined(units: readonly Unit[], facts: Facts): Unit[] {
  const isFigureOf = ({ meaning }: Unit, column: ColumnRef): boolean => {
    const what = meaning.type === 'metric' ? ({ kind: 'metric', id: meaning.id, form: 'value' } as const) : null;
    const amount = what && facts.aggregateOf(what);
    return amount?.fn === 'avg' && amount.column.table === column.table && amount.column.column === column.column;
  };
  return units.filter(({ meaning, start, end }) => {
    if (meaning.type !== 'measure') return true;
    const { column } = meaning;
    return !units.some((other) => other.start === start && other.end === end && isFigureOf(other, column));
  });
}

/** "Jilin province": a value beside the name of a column that has it is of that column. */
function withNamedColumn(units: readonly Unit[]): Unit[] {
  const keyAt = (at: number, { table, column }: ColumnRef): string => JSON.stringify([at, table, column]);
  const named = new Set(
    units.flatMap(({ meaning, start }) => (meaning.type === 'attribute' ? [keyAt(start, meaning.column)] : [])),
  );
  const isSure = ({ meaning, end }: Unit): boolean =>
    meaning.type === 'value' && [end, end + 1].some((at) => named.has(keyAt(at, meaning.column)));
  const sure = new Set(units.filter(isSure));
  const spans = new Set([...sure].map(spanOf));
  return units.map((unit) => {
    const isOther = unit.meaning.type === 'value' && spans.has(spanOf(unit)) && !sure.has(unit);
    return isOther ? { ...unit, cost: unit.cost + OF_NAME } : unit;
  });
}

/**
 * What it costs to take a name for a part of a thing that the question does not name, where it also is of one that it
 * does.
 */
const UNNAMED_OWNER = 0.15;

/** "Mountains in each country": a mountain's country before the country of a state. */
function ownersFirst(units: readonly Unit[], facts: Facts, subject: string | null): Unit[] {
  // States are not named by the United States.
  const values = new Cover(
    units.filter(({ meaning, form, cost }) => meaning.type === 'value' && form === 'exact' && cost === 0),
  );
  const named = new Set(
    units.flatMap((unit) =>
      unit.meaning.type === 'thing' && unit.cost < 0.3 && !values.coversMore(unit) ? [unit.meaning.thing] : [],
    ),
  );
  if (named.size === 0 && subject !== null) named.add(subject);
  // California names a state: "the population of California" is the state's.
  const called = new Set(
    units.flatMap(({ meaning, form, cost }) =>
      meaning.type === 'value' && form === 'exact' && cost === 0 && facts.role(meaning.column) === 'name'
        ? [meaning.column.table]
        : [],
    ),
  );
  const ownOf = ({ meaning }: Unit): string | null => ('column' in meaning ? meaning.column.table : null);
  const span = ({ start, end }: Unit): string => `${start} ${end}`;
  const ownedBy = (things: ReadonlySet<string>): ReadonlySet<string> =>
    new Set(units.flatMap((unit) => (things.has(ownOf(unit) ?? '') ? [span(unit)] : [])));
  const [owned, calledOwned] = [ownedBy(named), ownedBy(called)];
  return units.map((unit) => {
    const owner = ownOf(unit);
    const isOfCalled = !owned.has(span(unit)) && unit.meaning.type !== 'value' && calledOwned.has(span(unit));
    const isOthers =
      owner !== null && ((!named.has(owner) && owned.has(span(unit))) || (isOfCalled && !called.has(owner)));
    if (isOthers) return { ...unit, cost: unit.cost + UNNAMED_OWNER };
    return named.has(owner ?? '') && isNameAlone(unit, facts) ? { ...unit, cost: Math.min(unit.cost, OWN_NAME) } : unit;
  });
}

/** What it costs that "name" alone is the name of a thing that the question names: theatre_name of theatres. */
const OWN_NAME = 0.2;

const isNameAlone = ({ meaning, text }: Unit, facts: Facts): boolean =>
  meaning.type === 'attribute' &&
  NAME_ALONE.test(text) &&
  CALLED_NAME.test(meaning.column.column) &&
  facts.nameColumn(meaning.column.table)?.column === meaning.column.column;

const CALLED_NAME = /(?:name|nm)$/i;
const NAME_ALONE = /^(?:names?|名称|名字|姓名)$/u;

/** "The elevation of Ohio": a value beside a column is rather of the table that has the column. */
function valuesOfAsked(units: readonly Unit[]): Unit[] {
  const columnOf = ({ meaning }: Unit): ColumnRef | null =>
    meaning.type === 'measure' || meaning.type === 'attribute' ? meaning.column : null;
  const asked = new Set(units.flatMap((unit) => (unit.cost < SURE ? (columnOf(unit)?.table ?? []) : [])));
  const isOfAsked = ({ meaning }: Unit): boolean => meaning.type === 'value' && asked.has(meaning.column.table);
  const spans = new Set(units.filter(isOfAsked).map(spanOf));
  return units.map((unit) =>
    unit.meaning.type === 'value' && spans.has(spanOf(unit)) && !isOfAsked(unit)
      ? { ...unit, cost: unit.cost + UNNAMED_OWNER }
      : unit,
  );
}

/** What it costs to take words of a longer phrase, or of a name of the model, by themselves. */
const WITHIN_PHRASE = 0.08;
const WITHIN_HAN_PHRASE = 0.15;
const WITHIN_NAME = 0.3;
const HAN = /^\p{Script=Han}/u;
/** What parts of a name are put together with: the name may also be two. */
const isOf = ({ meaning }: Unit): boolean =>
  meaning.type === 'filler' ||
  (meaning.type === 'operator' &&
    meaning.operator.op === 'plain' &&
    ['of', 'de', 'in'].includes(meaning.operator.word));
/** What begins a phrase that says how something is, rather than what it does. */
const BEING = /^(?:is|are|was|were|been|have been|has been) /u;
/** What it costs to take a name apart, or words of it for a derived form of another name. */
const OF_NAME = 0.2;
const INSTEAD_OF_NAME = 0.3;
/**
 * A sense of a dictionary up to this cost is one as well: 结果 is the result of a battle before it is a word of no
 * meaning.
 */
const SURE_SENSE = 0.3;
/** Verbs up to this cost are verbs of the model. */
const SURE_VERB = 0.3;
/** What it costs that a verb of the model only says that something was bought or sold. */
const AS_VERB = 0.15;
/** What it costs that a word which reduces many rows to one is the name of a column. */
const AS_WORD = 0.15;
/** A derived form of words within a label is no name of its own from this cost on. */
const GUESS_IN_LABEL = 0.05;
/** Forms up to this cost are names for sure. */
const SURE = 0.1;

/** What an amount counts: customers affected. */
const COUNTED = /^([a-z]{3,}s) [a-z]+ed$/;
const unitWordsOf = new WeakMap<SemanticModel, string[]>();

/** Units of measurement that a model names. */
export function unitWords(model: SemanticModel): string[] {
  const known = unitWordsOf.get(model);
  if (known) return known;
  const parts = [
    ...Object.values(model.metrics),
    ...Object.values(model.tables).flatMap(({ columns }) => Object.values(columns)),
  ];
  const counted = parts.flatMap(({ label }) => COUNTED.exec(label.en?.toLowerCase() ?? '')?.slice(1) ?? []);
  const found = [
    ...new Set(
      [...parts.flatMap(({ unit }) => [unit?.zh, unit?.en]), ...counted].filter(
        (word) => word !== undefined && word !== '',
      ),
    ),
  ] as string[];
  unitWordsOf.set(model, found);
  return found;
}

/**
 * A value of two columns of one thing (Beijing, a city and a province) is rather of the one that tells rows further
 * apart; of two that hold the same kind of values (from Oslo, to Oslo) either may be meant.
 */
function withFinerValues(facts: Facts, units: readonly Unit[]): Unit[] {
  const most = new Map<string, number>();
  // Of two that are as fine, the one that more tables of an entity keep, then the first.
  const kept = new Map<string, { unit: Unit; sources: number }>();
  const sourcesOf = ({ table, column }: ColumnRef): number =>
    facts.model.entities[table]?.fields[column]?.columns.length ?? 0;
  const keyed = units.map((unit) => {
    const { meaning, start, end } = unit;
    if (meaning.type !== 'value') return { unit, key: null, known: 0 };
    const key = JSON.stringify([start, end, meaning.column.table, meaning.values]);
    const known = facts.column(meaning.column)?.storedValues.length ?? 0;
    most.set(key, Math.max(known, most.get(key) ?? 0));
    return { unit, key, known };
  });
  for (const { unit, key, known } of keyed) {
    if (key === null || known < (most.get(key) ?? 0) || unit.meaning.type !== 'value') continue;
    const sources = sourcesOf(unit.meaning.column);
    if (sources > (kept.get(key)?.sources ?? -1)) kept.set(key, { unit, sources });
  }
  return keyed.map(({ unit, key }) => {
    const finer = key === null ? undefined : kept.get(key)?.unit;
    const isCoarser = finer !== undefined && finer !== unit && !shareValues(unit, finer, facts);
    return isCoarser ? { ...unit, cost: unit.cost + OF_NAME } : unit;
  });
}

/** Whether two columns have most of their values in common. */
function shareValues({ meaning: one }: Unit, { meaning: other }: Unit, facts: Facts): boolean {
  if (one.type !== 'value' || other.type !== 'value') return false;
  const [fewer = [], more = []] = [one, other]
    .map(({ column }) => facts.column(column)?.storedValues ?? [])
    .sort((a, b) => a.length - b.length);
  const known = new Set(more);
  const shared = fewer.filter((value) => known.has(value)).length;
  return shared > 1 && shared * 2 >= more.length;
}

/** A name that begins with "each" (各区) is the name behind it, of each. */
function withoutEach(found: readonly Unit[]): Unit[] {
  const ends = new Map<number, number[]>();
  for (const { start, end, meaning } of found)
    if (meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === 'each')
      ends.set(start, [...(ends.get(start) ?? []), end]);
  // 各物种 has species, rather than 各物 of 动物.
  const named = found.filter(({ meaning }) => meaning.type === 'thing' || meaning.type === 'attribute');
  const isCut = ({ start, end, meaning }: Unit): boolean =>
    meaning.type === 'thing' &&
    (ends.get(start) ?? []).some((begin) => named.some((other) => other.start === begin && other.end > end));
  return found
    .filter((unit) => !isCut(unit))
    .map((unit) => {
      if (unit.meaning.type !== 'thing' && unit.meaning.type !== 'attribute') return unit;
      const start = ends.get(unit.start)?.find((end) => end < unit.end);
      return start === undefined
        ? unit
        : { ...unit, start, text: unit.text.slice(start - unit.start), form: 'exact' as const };
    });
}

/** Times and longer words of order, and what makes an answer impossible where no name explains its words. */
function isWhole(unit: Unit, labels: readonly Unit[], touchesName: (unit: Unit) => boolean): boolean {
  const { meaning } = unit;
  if (meaning.type === 'period' || (meaning.type === 'time_part' && unit.end - unit.start > 1)) return true;
  if (meaning.type !== 'operator') return false;
  const { operator } = meaning;
  if (operator.op === 'plain') return operator.word === 'perHead' || operator.word === 'throughout';
  // "The last" of "the last name" is no word of order.
  const isInLabel = labels.some(({ start, end }) => unit.start <= start && start < unit.end && unit.end < end);
  // 客单价最高 is the highest of 客单价, and no price.
  const cutsLabel = labels.some(({ start, end }) => start < unit.start && unit.start < end && end < unit.end);
  // 多少件 is no 多少.
  const isOfPieces =
    operator.op === 'count' && operator.asks === true && (operator.pieces === true || operator.rows === true);
  return (
    (operator.op === 'extreme' && !isInLabel && !cutsLabel) ||
    ((operator.op === 'impossible' || isOfPieces) && !touchesName(unit))
  );
}

const isTraded = ({ meaning }: Unit): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === 'trade';

const isLight = ({ meaning, text }: Unit): boolean =>
  meaning.type === 'operator' &&
  ((meaning.operator.op === 'plain' && (meaning.operator.word === 'do' || meaning.operator.word === 'trade')) ||
    // Customers who ordered sort nothing.
    (meaning.operator.op === 'order' && text === 'ordered'));

/** Whether a unit has a character in common with one of these. */
function touching(units: readonly Unit[]): (unit: Unit) => boolean {
  const marked = new Set<number>();
  for (const { start, end } of units) for (let at = start; at < end; at++) marked.add(at);
  return ({ start, end }) => {
    for (let at = start; at < end; at++) if (marked.has(at)) return true;
    return false;
  };
}

const isReducing = (meaning: Unit['meaning']): boolean =>
  meaning.type === 'operator' && ['count', 'aggregate', 'extreme'].includes(meaning.operator.op);
const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;

/**
 * A word of the model beats words of the closed classes inside it: an operator within 订单总数 that is a metric's name says
 * nothing. Filler and markers of one length with it stay out as well.
 */
function withoutShadowed(units: readonly Unit[], facts: Facts): Unit[] {
  // A verb by a sense of another language leaves the light verb that it also is: 做过 is to have done, as well as "worked
  // on".
  const names = units.filter(
    ({ meaning, cost, form }) =>
      cost <= (form === 'dictionary' ? SURE_SENSE : SURE) &&
      form !== 'verbal' &&
      !(form === 'dictionary' && meaning.type === 'event') &&
      !CLOSED.has(meaning.type) &&
      meaning.type !== 'period',
  );
  // A term is called after its thing, and a value after another.
  const exact = names.filter(
    ({ form, meaning }) => form === 'exact' && meaning.type !== 'value' && meaning.type !== 'term',
  );
  // "How many schools": the asking words are part of the form, and ask by themselves too.
  const isAsking = ({ form, meaning }: Unit): boolean => form === 'head' && meaning.type === 'metric';
  // A column called "average" or "highest" is as likely the word that asks for it.
  const reducing = new Set(units.flatMap((unit) => (isReducing(unit.meaning) ? [spanOf(unit)] : [])));
  const isAlsoWord = (unit: Unit): boolean =>
    (unit.meaning.type === 'measure' || unit.meaning.type === 'attribute') && reducing.has(spanOf(unit));
  const longer = names.filter((unit) => unit.end - unit.start > 1 && !isAsking(unit) && !isAlsoWord(unit));
  const isOfTime = ({ meaning }: Unit): boolean =>
    meaning.type === 'event' || (meaning.type === 'attribute' && facts.isTime(meaning.column));
  const labels = exact.filter(({ cost }) => cost === 0);
  // "The first" of "the first names" is none where the first name is only the rest of a name.
  const called = [
    ...labels,
    ...units.filter(({ meaning, form, cost }) => meaning.type === 'attribute' && form !== 'typo' && cost < SURE_SENSE),
  ];
  const asking = new Set(names.filter(isAsking).map(({ start, end }) => `${start} ${end}`));
  const shortestFiller = new Map<number, number>();
  for (const { meaning, start, end } of units)
    if (meaning.type === 'filler') shortestFiller.set(start, Math.min(end, shortestFiller.get(start) ?? end));
  const phrases = units.filter(({ meaning, start, end }) => meaning.type === 'operator' && end - start > 1);
  // A frame around a question may name a thing, and nothing else of the model: "for the Berlin report" asks of Berlin.
  const holds = ({ meaning: frame, ...whole }: Unit, isThing: boolean): boolean =>
    frame.type === 'filler' &&
    frame.frame === true &&
    names.some(
      ({ start, end, meaning }) => (meaning.type === 'thing') === isThing && whole.start <= start && end <= whole.end,
    );
  const numbers = new Set(units.flatMap(({ meaning, end }) => (meaning.type === 'number' ? [end, end + 1] : [])));
  const worded = new Map(
    units.flatMap(({ start, end, form, text }) => (form === 'verbal' && text.includes(' ') ? [[start, end]] : [])),
  );
  // A verb of the model is not also the light verb that it has in common with it: 签收了 is no 收了.
  const verbs = units.filter(
    ({ meaning, form, cost, start, end }) =>
      form === 'verbal' && meaning.type === 'event' && cost <= SURE_VERB && end - start > 1,
  );
  const [touchesName, touchesVerb] = [touching(names), touching(verbs)];
  const verbSpans = new Set(verbs.map(({ start, end }) => `${start} ${end}`));
  const isVerb = ({ start, end }: Unit): boolean => verbSpans.has(`${start} ${end}`);
  const covered = {
    // The unit of a number is rather no name that is only derived: 2000 kWh.
    byUnit: new Cover(units.filter(({ meaning, start }) => meaning.type === 'filler' && numbers.has(start))),
    byName: new Cover(longer),
    byWholeName: new Cover(longer.filter(({ form }) => form !== 'inflected' && form !== 'dictionary')),
    byExact: new Cover(exact),
    byExactNoTime: new Cover(exact.filter((unit) => !isOfTime(unit))),
    byLabel: new Cover(labels),
    // "The Harbour" may be a name, and the Harbour branch as well.
    byValue: new Cover(
      names.filter(
        ({ form, meaning, start, end }) =>
          form === 'exact' && meaning.type === 'value' && (shortestFiller.get(start) ?? end) >= end,
      ),
    ),
    byMetric: new Cover(exact.filter(({ meaning }) => meaning.type === 'metric')),
    byPhrase: new Cover(phrases),
    // A longer phrase of Chinese is none of its words of order, filler such as 能不能 too.
    byHanPhrase: new Cover([
      ...phrases,
      ...units.filter(({ meaning, text }) => meaning.type === 'filler' && text.length > 2),
    ]),
    // What is part of a time, or of a longer word of order, means nothing by itself.
    byWhole: new Cover(units.filter((unit) => isWhole(unit, called, touchesName))),
    byVerb: new Cover(verbs),
  };
  // "Over 300" is a bound, and "over the last 3 months" a time.
  const numberedAt = new Set(units.flatMap(({ meaning, start }) => (meaning.type === 'number' ? [start] : [])));
  const compared = units.filter(
    ({ meaning, end }) =>
      meaning.type === 'operator' &&
      meaning.operator.op === 'compare' &&
      (numberedAt.has(end) || numberedAt.has(end + 1)),
  );
  const bounding = new Set(compared.map(spanOf));
  const isBound = (unit: Unit): boolean =>
    unit.meaning.type === 'operator' && unit.meaning.operator.op === 'plain' && bounding.has(spanOf(unit));
  const ofTexts = new Set(
    units.flatMap(({ meaning, end }) =>
      meaning.type === 'operator' &&
      meaning.operator.op === 'plain' &&
      ['contains', 'starts', 'ends'].includes(meaning.operator.word)
        ? [end, end + 1]
        : [],
    ),
  );
  const begun = new Map(exact.flatMap(({ start, end }) => (end - start > 1 ? [[start, end]] : [])));
  const flags = new Set(
    units.flatMap(({ meaning, start, end }) => (meaning.type === 'flag' ? [`${start} ${end}`] : [])),
  );
  // 巡查过: what stands before a particle of what happened is the verb, not the column called so.
  const aspects = new Set(
    units.flatMap(({ meaning, start }) => (meaning.type === 'filler' && meaning.aspect ? [start] : [])),
  );
  const done = new Set(
    units.flatMap((unit) => (unit.meaning.type === 'event' && aspects.has(unit.end) ? [spanOf(unit)] : [])),
  );
  // 活跃 within 活跃会员, a term that is one of these values: which of them is settled for the term.
  const candidatesOf = ({ meaning }: Unit): readonly ColumnRef[] =>
    meaning.type === 'term' ? (facts.model.terms[meaning.id]?.candidates ?? []) : [];
  const terms = names.filter(({ form, meaning }) => form === 'exact' && meaning.type === 'term');
  const isOfTerm = ({ meaning, start, end }: Unit): boolean =>
    meaning.type === 'value' &&
    terms.some(
      (term) =>
        term.start <= start &&
        end <= term.end &&
        end - start < term.end - term.start &&
        candidatesOf(term).some(
          ({ table, column }) => table === meaning.column.table && column === meaning.column.column,
        ),
    );
  // "Are scheduled" is a state where "scheduled" is one.
  const valueEnds = new Map(
    names.flatMap(({ form, meaning, start, end }) =>
      form === 'exact' && meaning.type === 'value' ? [[end, start]] : [],
    ),
  );
  const endsWithValue = ({ start, end, text }: Unit): boolean =>
    BEING.test(text) && (valueEnds.get(end) ?? -1) >= start;
  const commands = new Set(
    units.flatMap(({ meaning, start }) =>
      meaning.type === 'operator' && meaning.operator.op === 'impossible' && meaning.operator.surely ? [start] : [],
    ),
  );
  const whereabouts = new WhereSomeoneIs(units);
  const heads = new OwnHeads(units);
  const costBeside = (unit: Unit): number => {
    const { meaning, form } = unit;
    if (heads.isOwn(unit)) return 0;
    if (heads.isOthers(unit)) return UNNAMED_OWNER;
    // "Contains 'order'" asks for the letters, whatever is called so.
    if (meaning.type === 'quoted' && ofTexts.has(unit.start)) return 0;
    if (!CLOSED.has(meaning.type)) {
      if (meaning.type === 'attribute' && done.has(spanOf(unit))) return OF_NAME;
      const asEvent = whereabouts.costOf(unit);
      if (asEvent > 0) return asEvent;
      // A value that begins a verb of two words is none: "fall due".
      const isWithinVerb = meaning.type === 'value' && (worded.get(unit.start) ?? 0) > unit.end;
      if (isWithinVerb || (form !== 'exact' && covered.byUnit.covers(unit))) return OF_NAME;
      if (isAlsoWord(unit)) return AS_WORD;
      if (isOfTerm(unit)) return INSTEAD_OF_NAME;
      // An exact name of the model ends other readings of its words: derived forms, and the names that it is made of.
      if (covered.byExact.coversMore(unit)) return OF_NAME;
      // A part of a stored name that is written out in full means nothing by itself.
      if (form === 'part' && covered.byValue.coversMore(unit)) return INSTEAD_OF_NAME;
      // What the model defines as a figure is meant rather than a column that is called the same.
      const isDefined = meaning.type === 'measure' && covered.byMetric.covers(unit);
      // What was opened decides between the opening dates of two things, also where the word is written for one of them
      // alone.
      const byExact = meaning.type === 'event' ? covered.byExactNoTime : covered.byExact;
      return isDefined || (form !== 'exact' && byExact.covers(unit)) ? INSTEAD_OF_NAME : 0;
    }
    // A phrase is not also its words, as a rule.
    const isHan = HAN.test(unit.text);
    const isWord = meaning.type === 'filler' || meaning.type === 'operator';
    const phrase = isHan && meaning.type === 'operator' ? covered.byHanPhrase : covered.byPhrase;
    const within = isWord && phrase.coversMore(unit);
    const shadowed =
      (isOf(unit) ? covered.byWholeName : covered.byName).covers(unit) || asking.has(`${unit.start} ${unit.end}`);
    // 介绍一下 asks for the column 介绍 where there is one.
    const isAround = meaning.type === 'filler' && begun.has(unit.start) && unit.end > (begun.get(unit.start) ?? 0);
    // Who bought may have bought things of a kind, as well as have had the event.
    const isTrade = isTraded(unit) && isVerb(unit);
    const isCut = isLight(unit)
      ? (touchesVerb(unit) && !isTrade && !whereabouts.isSaidBy(unit)) || endsWithValue(unit)
      : meaning.type === 'filler' && covered.byVerb.covers(unit);
    const isShadowed = shadowed || isAround || isCut || isBound(unit) || holds(unit, true);
    const beside = (isShadowed ? WITHIN_NAME : 0) + (isTrade ? AS_VERB : 0);
    return (within ? (isHan ? WITHIN_HAN_PHRASE : WITHIN_PHRASE) : 0) + beside;
  };
  return units
    .filter((unit) => {
      const { meaning, start, end } = unit;
      // "Close all accounts" is a command, whatever is called closed.
      if (holds(unit, false) || (commands.has(start) && !CLOSED.has(meaning.type))) return false;
      if (meaning.type === 'value' && unit.text.startsWith('"') && ofTexts.has(start)) return false;
      if (CLOSED.has(meaning.type)) return !covered.byWhole.coversMore({ start, end });
      // A guess at some words of a label or of a stored value is none.
      if (unit.cost >= GUESS_IN_LABEL && covered.byLabel.coversMore(unit)) return false;
      if (unit.form === 'part' && covered.byValue.coversMore(unit)) return false;
      // The name of a yes/no column is its adjective; the column itself is hardly ever asked for.
      return meaning.type !== 'attribute' || !flags.has(`${start} ${end}`);
    })
    .map((unit) => ({ ...unit, cost: unit.cost + costBeside(unit) }));
}

import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { endsOf, isPlain, spanOf, startsOf, tableOf } from '../unit-kinds';
import { type ApartWeight, DROPPED, type Together, type Weight } from '../weight';

/** What it costs that one of two amounts side by side is meant by itself. */
const APPOSED = 0.45;

/** What it costs that a name says of what amount another is a rate. */
const OF_AMOUNT = 0.05;

/** Two English amounts side by side are one name: neither the population nor the density is the population density. */
export const APPOSED_AMOUNT: ApartWeight = {
  name: 'one of two amounts side by side',
  example: 'population density',
  of: 'names',
  weigh: ({ names }) => {
    const apposed = apposedIn(names);
    return apposed.size === 0 ? null : (unit) => (apposed.has(unit) ? APPOSED : 0);
  },
  adds: ({ names, facts }) => (apposedIn(names).size === 0 ? [] : ratesOfAmounts(names, facts)),
};

const amountsIn = (units: readonly Unit[]): readonly Unit[] =>
  units.filter(({ meaning, text }) => meaning.type === 'measure' && /^[a-z ]+$/.test(text));

function apposedIn(units: readonly Unit[]): ReadonlySet<Unit> {
  const amounts = amountsIn(units);
  const [starts, ends] = [new Set(amounts.map(({ start }) => start)), new Set(amounts.map(({ end }) => end))];
  return new Set(amounts.filter(({ start, end }) => starts.has(end + 1) || ends.has(start - 1)));
}

/** The population density is the density of a table that keeps the population as well, where it has no other rate. */
function ratesOfAmounts(units: readonly Unit[], facts: Facts): Unit[] {
  const amounts = amountsIn(units);
  const byEnd = new Map(amounts.map((unit) => [`${unit.end} ${tableOf(unit)}`, unit]));
  return amounts.flatMap((rate): Unit[] => {
    const { meaning, start, end } = rate;
    const of = byEnd.get(`${start - 1} ${tableOf(rate)}`);
    if (of === undefined || meaning.type !== 'measure' || of.meaning.type !== 'measure') return [];
    const isRate = facts.isIntensive(meaning.column) && !facts.isIntensive(of.meaning.column);
    const rates = facts
      .columns(meaning.column.table)
      .filter((ref) => facts.role(ref) === 'measure' && facts.isIntensive(ref));
    if (!isRate || rates.length !== 1) return [];
    const text = `${of.text} ${rate.text}`;
    return [{ ...rate, start: of.start, end, text, form: 'inflected', cost: rate.cost + OF_AMOUNT }];
  });
}

/** A column whose amounts the model makes a figure of, by the same words, is that figure. */
export const AMOUNT_OF_FIGURE: ApartWeight = {
  name: 'amount that a figure is made of',
  example: '客单价',
  of: 'names',
  weigh: ({ names, facts }) => {
    const isFigureOf = ({ meaning }: Unit, column: ColumnRef): boolean => {
      const metric = meaning.type === 'metric' ? ({ kind: 'metric', id: meaning.id, form: 'value' } as const) : null;
      const amount = metric && facts.aggregateOf(metric);
      return amount?.fn === 'avg' && amount.column.table === column.table && amount.column.column === column.column;
    };
    const isDefined = ({ start, end }: Unit, column: ColumnRef): boolean =>
      names.some((other) => other.start === start && other.end === end && isFigureOf(other, column));
    return (unit) => (unit.meaning.type === 'measure' && isDefined(unit, unit.meaning.column) ? DROPPED : 0);
  },
};

/** How much of the cost of the surest sense of some words is left, where nothing else is called so. */
const ONLY_SENSE = 1 / 3;

/**
 * Asked in a language that it has no labels in, a model is called by senses of a dictionary alone: a question that
 * names four of its parts is no less sure than one that names two. How far the other senses are behind stays.
 */
export const SUREST_SENSE: ApartWeight = {
  name: 'surest sense of a dictionary',
  example: '各州的人口',
  of: 'names',
  weigh: ({ names }) => {
    const surest = new Map<string, number>();
    const isSense = ({ form, meaning }: Unit): boolean => form === 'dictionary' && meaning.type !== 'value';
    for (const unit of names) {
      // A stored value that the dictionary leads to is no surer name of the words.
      const cost = unit.form === 'dictionary' ? unit.cost : 0;
      surest.set(spanOf(unit), Math.min(cost, surest.get(spanOf(unit)) ?? cost));
    }
    return (unit) => (isSense(unit) ? -(1 - ONLY_SENSE) * (surest.get(spanOf(unit)) ?? 0) : 0);
  },
};

/** What it costs that a participle which is a time's whole name means the time: who left, rather than their "left". */
const PARTICIPLE_AS_NAME = 0.1;

/** What it costs that a name before 过 means rows, and not what was done. */
const VERB_AS_THING = 0.5;

/** A name that is also a verb of what was done. */
export const VERB_AS_NAME: ApartWeight = {
  name: 'verb as a name',
  example: '接种过的',
  of: 'names',
  weigh: ({ names }) => {
    const events = names.flatMap((unit) =>
      unit.meaning.type === 'event' && !unit.meaning.noun ? [{ unit, column: unit.meaning.column }] : [],
    );
    if (events.length === 0) return null;
    const verbs = new Set(
      events.flatMap(({ unit, column }) => (unit.form === 'exact' ? [`${spanOf(unit)} ${column.column}`] : [])),
    );
    const done = new Set(
      events.flatMap(({ unit: { start, end, text }, column }) =>
        text.endsWith('过') ? [`${spanOf({ start, end: end - 1 })} ${column.table}`] : [],
      ),
    );
    return (unit) => {
      const { meaning } = unit;
      if (meaning.type === 'attribute' && verbs.has(`${spanOf(unit)} ${meaning.column.column}`))
        return PARTICIPLE_AS_NAME;
      return meaning.type === 'thing' && done.has(`${spanOf(unit)} ${meaning.thing}`) ? VERB_AS_THING : 0;
    };
  },
};

/** What it costs that a kind of things is said of a figure. */
const OF_FIGURE = 0.6;

/** An adjective of a figure is no kind of things. */
export const QUALITY_OF_FIGURE: Weight<Together> = {
  name: 'quality of a figure',
  example: 'with good wifi, 带宽优秀的',
  weigh: ({ units, facts }) => {
    const metrics = units.filter(({ meaning }) => meaning.type === 'metric');
    if (metrics.length === 0) return null;
    const withEnds = endsOf(units, (unit) => isPlain(unit, 'with'));
    const markers = startsOf(units, (unit) => isPlain(unit, 'de'));
    return ({ meaning, start, end }) => {
      const isKind =
        meaning.type === 'term' || (meaning.type === 'value' && facts.role(meaning.column) === 'dimension');
      const isOfFigure =
        (withEnds.has(start - 1) && metrics.some((metric) => metric.start === end + 1)) ||
        (markers.has(end) && metrics.some((metric) => metric.end === start));
      return isKind && isOfFigure ? OF_FIGURE : 0;
    };
  },
};

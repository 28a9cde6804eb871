import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Unit } from '@querent/lexicon';
import { endsOf, isPlain, spanOf, startsOf, tableOf } from '../unit-kinds';
import { type ApartWeight, DROPPED, type Together, type Weight } from '../weight';

/** Cost of reading one of two adjacent amounts separately. */
const APPOSED = 0.45;

/** Cost of an amount whose name names the base of a rate. */
const OF_AMOUNT = 0.05;

/**
 * Two adjacent amounts in English are one name: "population density" is neither the population nor the density alone.
 */
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

/** "Population density" is the density of a table that also stores the population, if the table has no other rate. */
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

/** A column with the same name as a metric that aggregates it means the metric. */
export const AMOUNT_OF_METRIC: ApartWeight = {
  name: 'amount that a metric averages',
  example: '客单价',
  of: 'names',
  weigh: ({ names, facts }) => {
    const isMetricOf = ({ meaning }: Unit, column: ColumnRef): boolean => {
      const metric = meaning.type === 'metric' ? ({ kind: 'metric', id: meaning.id, form: 'value' } as const) : null;
      const amount = metric && facts.aggregateOf(metric);
      return amount?.fn === 'avg' && amount.column.table === column.table && amount.column.column === column.column;
    };
    const isDefined = ({ start, end }: Unit, column: ColumnRef): boolean =>
      names.some((other) => other.start === start && other.end === end && isMetricOf(other, column));
    return (unit) => (unit.meaning.type === 'measure' && isDefined(unit, unit.meaning.column) ? DROPPED : 0);
  },
};

/** The part of the cost of a dictionary sense that remains where no other meaning has the same words. */
const ONLY_SENSE = 1 / 3;

/**
 * A question in a language without labels in the model reaches it by dictionary senses alone. A question that names
 * four parts is as certain as one that names two, so the best sense of each word costs less; the distance to the other
 * senses remains.
 */
export const SUREST_SENSE: ApartWeight = {
  name: 'best dictionary sense',
  example: '各州的人口',
  of: 'names',
  weigh: ({ names }) => {
    const surest = new Map<string, number>();
    const isSense = ({ form, meaning }: Unit): boolean => form === 'dictionary' && meaning.type !== 'value';
    for (const unit of names) {
      // A stored value that the dictionary leads to does not name the words more surely.
      const cost = unit.form === 'dictionary' ? unit.cost : 0;
      surest.set(spanOf(unit), Math.min(cost, surest.get(spanOf(unit)) ?? cost));
    }
    return (unit) => (isSense(unit) ? -(1 - ONLY_SENSE) * (surest.get(spanOf(unit)) ?? 0) : 0);
  },
};

/** Cost of a participle as the name of a time column: "who left" is not "their left". */
const PARTICIPLE_AS_NAME = 0.1;

/** Cost of a name before 过 as a thing, instead of a verb. */
const VERB_AS_THING = 0.5;

/** A name that is also a verb of the model. */
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

/** Cost of applying a term for a kind of things to a metric. */
const OF_METRIC = 0.6;

/** An adjective of a metric is no kind of things. */
export const QUALITY_OF_METRIC: Weight<Together> = {
  name: 'adjective of a metric',
  example: 'with good wifi, 带宽优秀的',
  weigh: ({ units, facts }) => {
    const metrics = units.filter(({ meaning }) => meaning.type === 'metric');
    if (metrics.length === 0) return null;
    const withEnds = endsOf(units, (unit) => isPlain(unit, 'with'));
    const markers = startsOf(units, (unit) => isPlain(unit, 'de'));
    return ({ meaning, start, end }) => {
      const isKind =
        meaning.type === 'term' || (meaning.type === 'value' && facts.role(meaning.column) === 'dimension');
      const isOfMetric =
        (withEnds.has(start - 1) && metrics.some((metric) => metric.start === end + 1)) ||
        (markers.has(end) && metrics.some((metric) => metric.end === start));
      return isKind && isOfMetric ? OF_METRIC : 0;
    };
  },
};

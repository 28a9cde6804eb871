import type { Unit } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';

/** Forms by which a question names a thing for sure. */
const SURE_THING = 0.3;
/** A name up to this cost is one for sure. */
const SURE = 0.1;
/**
 * What it costs that a figure is one of what is only tied to a thing, where the thing has one by the same words itself.
 */
const OF_TIED = 0.5;

/**
 * "The size of New Mexico" is how large the state is, and no length of rivers that are there, although the model calls
 * that their size as well: a word of several figures is said of the thing that is named. A figure by its own label is
 * no such word.
 */
export function ownFiguresFirst(units: readonly Unit[], facts: Facts): Unit[] {
  const metrics = units.filter((unit) => isBySynonym(unit, facts));
  if (metrics.length === 0) return [...units];
  const things = new Set([...namedIn(units), ...calledIn(units, facts)]);
  const owned = new Set(
    units.flatMap((unit) =>
      unit.meaning.type === 'measure' && unit.cost < SURE && things.has(unit.meaning.column.table)
        ? [spanOf(unit)]
        : [],
    ),
  );
  const isTied = (unit: Unit): boolean =>
    owned.has(spanOf(unit)) && !homesOf(unit, facts).some((home) => things.has(home));
  const tied = new Set(metrics.filter(isTied));
  return units.map((unit) => (tied.has(unit) ? { ...unit, cost: unit.cost + OF_TIED } : unit));
}

function isBySynonym({ meaning, text }: Unit, facts: Facts): boolean {
  if (meaning.type !== 'metric') return false;
  const { label } = facts.model.metrics[meaning.id] ?? {};
  const words = text.toLowerCase();
  return label?.en?.toLowerCase() !== words && label?.zh !== words;
}

/** The table that a figure is of, and the entities that keep their things there. */
function homesOf({ meaning }: Unit, facts: Facts): string[] {
  const home = meaning.type === 'metric' ? facts.model.metrics[meaning.id]?.table : null;
  if (!home) return [];
  return [
    home,
    ...Object.entries(facts.model.entities).flatMap(([id, { sources }]) => (sources.includes(home) ? [id] : [])),
  ];
}

const namedIn = (units: readonly Unit[]): ReadonlySet<string> =>
  new Set(units.flatMap(({ meaning, cost }) => (meaning.type === 'thing' && cost < SURE_THING ? [meaning.thing] : [])));

const calledIn = (units: readonly Unit[], facts: Facts): ReadonlySet<string> =>
  new Set(
    units.flatMap(({ meaning, form, cost }) =>
      meaning.type === 'value' && form === 'exact' && cost < SURE && facts.role(meaning.column) === 'name'
        ? [meaning.column.table]
        : [],
    ),
  );

const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;

import type { Scalar } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';

type ValueUnit = Unit & { meaning: { type: 'value' } };

/**
 * Several stored values of one column that a name is a part of, as one unit: 上海 is 上海市 and 上海浦东. Which of them is
 * meant is asked about, not judged by how much of each the name is.
 */
export function withPartsTogether(units: readonly Unit[]): Unit[] {
  const groups = new Map<string, ValueUnit[]>();
  const others = units.filter((unit) => {
    if (!isPart(unit)) return true;
    const { start, end, meaning } = unit;
    const key = `${start} ${end} ${meaning.column.table}.${meaning.column.column}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
    return false;
  });
  return [...others, ...[...groups.values()].map(together)];
}

/** Without parts of stored values that are words for a time which comes again: 周末 is no coupon of weekends. */
export function withoutPartsOverTimes(units: readonly Unit[], closed: readonly Unit[]): Unit[] {
  const times = new Set(
    closed.flatMap(({ meaning, start, end }) =>
      meaning.type === 'period' && meaning.recurs ? [`${start} ${end}`] : [],
    ),
  );
  return units.filter((unit) => !isPart(unit) || !times.has(`${unit.start} ${unit.end}`));
}

/**
 * Without times that come again where the model calls something so: 上午 as a stored part of the day is what was stored.
 */
export function withoutTimesOverNames(closed: readonly Unit[], names: readonly Unit[]): Unit[] {
  const called = names.filter(
    ({ form, meaning, cost }) => form === 'exact' && cost === 0 && meaning.type !== 'reserved',
  );
  const ends = new Map<number, number>();
  for (const { start, end } of called) ends.set(start, Math.max(end, ends.get(start) ?? 0));
  // "In the morning" ends with what is stored.
  const starts = new Map(called.map(({ start, end }) => [end, start]));
  const isAlsoName = ({ start, end }: Unit): boolean =>
    (ends.get(start) ?? 0) >= end || (starts.get(end) ?? -1) >= start;
  const isOfTimes = ({ meaning }: Unit): boolean =>
    meaning.type === 'time_part' || (meaning.type === 'period' && meaning.recurs !== undefined);
  return closed.filter((unit) => !isOfTimes(unit) || !isAlsoName(unit));
}

export const isPart = (unit: Unit): unit is ValueUnit => unit.form === 'part' && unit.meaning.type === 'value';

function together(group: readonly ValueUnit[]): Unit {
  const [surest, ...more] = [...group].sort((a, b) => a.cost - b.cost) as [ValueUnit, ...ValueUnit[]];
  if (more.length === 0) return surest;
  const values = withoutLonger([...new Set([surest, ...more].flatMap(({ meaning }) => meaning.values))]);
  return { ...surest, meaning: { ...surest.meaning, values } };
}

/** A name that is written once more with a translation is one name: 黄鹤楼公园, and 黄鹤楼公园 Yellow Crane Tower. */
function withoutLonger(values: readonly Scalar[]): Scalar[] {
  const isLonger = (value: Scalar): boolean =>
    values.some((other) => {
      const rest = String(value).startsWith(`${other} `) ? String(value).slice(String(other).length + 1) : '';
      return /\p{Script=Han}/u.test(String(other)) && rest !== '' && !/\p{Script=Han}/u.test(rest);
    });
  return values.filter((value) => !isLonger(value));
}

import type { ColumnRef, Scalar } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import { plural } from '@querent/language';
import { isPassage, type Unit } from '@querent/lexicon';
import { behind, HAN, isOperator, spanOf, spansOf, thingsIn } from '../unit-kinds';
import { type ApartWeight, DROPPED, OF_NAME, type Together, type Weight } from '../weight';

type ValueUnit = Unit & { meaning: { type: 'value' } };

const isValue = (unit: Unit): unit is ValueUnit => unit.meaning.type === 'value';

/** Cost of a name of rows that copy the name of another thing. */
const COPIED_NAME = 0.05;

/** A name that a table copies from another thing means the other thing. */
export const COPIED_VALUE: ApartWeight = {
  name: 'copy of the name of another thing',
  example: 'cities in Texas',
  of: 'names',
  weigh: ({ names, facts }) => {
    const values = names.filter(isValue);
    if (values.length < 2) return null;
    const keyOf = ({ start, end }: Unit, { table, column }: ColumnRef, of: readonly unknown[]): string =>
      JSON.stringify([start, end, table, column, of]);
    const known = new Set(
      values.flatMap((unit) =>
        facts.role(unit.meaning.column) === 'name' ? [keyOf(unit, unit.meaning.column, unit.meaning.values)] : [],
      ),
    );
    return (unit) => {
      if (!isValue(unit)) return 0;
      const { column, values: of } = unit.meaning;
      const named = facts.nameStoredIn(column);
      if (named === null || !known.has(keyOf(unit, named, of))) return 0;
      // Rows that copy the name may have metrics too: the elevations of a state.
      return facts.role(column) === 'name' ? COPIED_NAME : DROPPED;
    };
  },
};

/** Words for a recurring time are no part of a stored value. */
export const PART_OVER_TIME: ApartWeight = {
  name: 'recurring time as a part of a value',
  example: '周末的优惠券',
  of: 'names',
  weigh: ({ words }) => {
    const times = spansOf(words, ({ meaning }) => meaning.type === 'period' && meaning.recurs !== undefined);
    return times.size === 0 ? null : (unit) => (isPart(unit) && times.has(spanOf(unit)) ? DROPPED : 0);
  },
};

/**
 * Merges several stored values of one column that contain the same name into one unit. The asker chooses between 上海市
 * and 上海浦东; the share of the value that the name covers does not decide.
 */
export const PARTS_OF_VALUES: ApartWeight = {
  name: 'parts of several values',
  example: '上海的门店',
  of: 'names',
  weigh: ({ names }) => (names.some(isPart) ? (unit) => (isPart(unit) ? DROPPED : 0) : null),
  adds: ({ names }) => {
    const groups = new Map<string, ValueUnit[]>();
    for (const unit of names.filter(isPart)) {
      const { column } = unit.meaning;
      const key = `${spanOf(unit)} ${column.table}.${column.column}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    return [...groups.values()].map(together);
  },
};

export const isPart = (unit: Unit): unit is ValueUnit => unit.form === 'part' && isValue(unit);

function together(group: readonly ValueUnit[]): Unit {
  const [surest, ...more] = [...group].sort((a, b) => a.cost - b.cost) as [ValueUnit, ...ValueUnit[]];
  if (more.length === 0) return surest;
  const values = withoutLonger([...new Set([surest, ...more].flatMap(({ meaning }) => meaning.values))]);
  return { ...surest, meaning: { ...surest.meaning, values } };
}

/** A name stored once more with its translation is one name: 黄鹤楼公园, and 黄鹤楼公园 Yellow Crane Tower. */
function withoutLonger(values: readonly Scalar[]): Scalar[] {
  const isLonger = (value: Scalar): boolean =>
    values.some((other) => {
      const rest = String(value).startsWith(`${other} `) ? String(value).slice(String(other).length + 1) : '';
      return /\p{Script=Han}/u.test(String(other)) && rest !== '' && !/\p{Script=Han}/u.test(rest);
    });
  return values.filter((value) => !isLonger(value));
}

/** Cost of words as a stored code that has other labels, where they are the label of another value. */
const CODE_BESIDE_NAME = 0.15;

/**
 * A value that the model labels with the words is preferred to one that is only stored so: "open" means the value
 * labelled open, and not the code `open` labelled "at large".
 */
export const CODE_BEFORE_NAME: Weight<Together> = {
  name: 'stored code beside the name of a value',
  example: 'open cases',
  weigh: ({ units, facts }) => {
    const called = spansOf(units, (unit) => isCalled(unit, facts) === true);
    if (called.size === 0) return null;
    return (unit) => (called.has(spanOf(unit)) && isCalled(unit, facts) === false ? CODE_BESIDE_NAME : 0);
  },
};

/** Whether the words are a label of the value they mean, or only its stored text; null if the value has no labels. */
function isCalled({ meaning, text, form }: Unit, facts: Facts): boolean | null {
  const [value, ...more] = meaning.type === 'value' ? meaning.values : [];
  if (meaning.type !== 'value' || value === undefined || more.length > 0) return null;
  if (form !== 'exact' && form !== 'inflected') return null;
  const { zh = [], en = [] } = facts.column(meaning.column)?.values[String(value)] ?? {};
  const words = text.toLowerCase();
  const names = [...zh, ...en].map((name) => name.toLowerCase());
  if (names.some((name) => name === words || plural(name) === words)) return true;
  // A value that has other labels only in Chinese, such as Oslo, is no code in English.
  const inLanguage = /\p{Script=Han}/u.test(words) ? zh : en;
  return inLanguage.length === 0 ? null : false;
}

/**
 * Where two columns of one thing store a value (Beijing, a city and a province), the column with more distinct values
 * is preferred. Where both columns store the same kind of values (from Oslo, to Oslo), either may be meant.
 */
export const COARSER_VALUE: Weight<Together> = {
  name: 'value of the coarser column',
  example: '北京的客户',
  weigh: ({ units, facts }) => {
    const most = new Map<string, number>();
    // Of two equally fine columns, the one that more tables of an entity store is preferred, then the first.
    const kept = new Map<string, { unit: ValueUnit; sources: number }>();
    const sourcesOf = ({ table, column }: ColumnRef): number =>
      facts.model.entities[table]?.fields[column]?.columns.length ?? 0;
    const values = units.filter(isValue);
    if (values.length < 2) return null;
    const keys = new Map<Unit, string>();
    const keyOf = (unit: Unit): string => keys.get(unit) ?? '';
    const knownOf = (unit: ValueUnit): number => facts.column(unit.meaning.column)?.storedValues.length ?? 0;
    for (const unit of values) {
      const key = JSON.stringify([unit.start, unit.end, unit.meaning.column.table, unit.meaning.values]);
      keys.set(unit, key);
      most.set(key, Math.max(knownOf(unit), most.get(key) ?? 0));
    }
    for (const unit of values) {
      if (knownOf(unit) < (most.get(keyOf(unit)) ?? 0)) continue;
      const sources = sourcesOf(unit.meaning.column);
      if (sources > (kept.get(keyOf(unit))?.sources ?? -1)) kept.set(keyOf(unit), { unit, sources });
    }
    return (unit) => {
      if (!isValue(unit)) return 0;
      const finer = kept.get(keyOf(unit))?.unit;
      return finer !== undefined && finer !== unit && !shareValues(unit, finer, facts) ? OF_NAME : 0;
    };
  },
};

/** Whether two columns share most of their values. */
function shareValues({ meaning: one }: ValueUnit, { meaning: other }: ValueUnit, facts: Facts): boolean {
  const [fewer = [], more = []] = [one, other]
    .map(({ column }) => facts.column(column)?.storedValues ?? [])
    .sort((a, b) => a.length - b.length);
  const known = new Set(more);
  const shared = fewer.filter((value) => known.has(value)).length;
  return shared > 1 && shared * 2 >= more.length;
}

/** A value beside the name of a column that stores it is a value of that column. */
export const VALUE_OF_OTHER_COLUMN: Weight<Together> = {
  name: 'value of another column than the one named beside it',
  example: 'Jilin province',
  weigh: ({ units }) => {
    const keyAt = (at: number, { table, column }: ColumnRef): string => JSON.stringify([at, table, column]);
    const named = new Set(
      units.flatMap(({ meaning, start }) => (meaning.type === 'attribute' ? [keyAt(start, meaning.column)] : [])),
    );
    if (named.size === 0) return null;
    const isSure = (unit: Unit): boolean =>
      isValue(unit) && [unit.end, unit.end + 1].some((at) => named.has(keyAt(at, unit.meaning.column)));
    const sure = new Set(units.filter(isSure));
    const spans = new Set([...sure].map(spanOf));
    return (unit) => (isValue(unit) && spans.has(spanOf(unit)) && !sure.has(unit) ? OF_NAME : 0);
  },
};

/** Cost of a name beside "in" as the name of the things themselves, where it also names their location. */
const WITHIN_ITSELF = 0.4;
/** The same cost behind a verb of passage. */
const THROUGH_ITSELF = 0.8;
const WITHIN = /^(?:in|within)(?: the)?$|^(?:在|位于)$/u;
const OF = /^of(?: the)?$/u;

/** "Lakes in Michigan", "the largest lake of Michigan": no lake is inside itself, or has lakes. */
export const WITHIN_ITS_NAMESAKE: Weight<Together> = {
  name: 'thing located in itself',
  example: '密歇根的湖泊',
  weigh: ({ units, facts }) => {
    const nouns = units.filter(({ meaning }) => meaning.type === 'thing');
    const things = thingsIn(nouns);
    const isOwn = (unit: Unit): unit is ValueUnit =>
      isValue(unit) && things.has(unit.meaning.column.table) && facts.role(unit.meaning.column) === 'name';
    if (!units.some(isOwn)) return null;
    const others = spansOf(units, (unit) => isValue(unit) && !isOwn(unit));
    const words = units.filter(({ meaning }) => meaning.type === 'operator');
    const within = behind(words, ({ text }) => WITHIN.test(text));
    const through = behind(words, ({ text }) => isPassage(text));
    const extremes = behind(words, (unit) => isOperator(unit, 'extreme'));
    const isOfKind = (name: ValueUnit, { meaning }: Unit): boolean =>
      meaning.type === 'thing' && meaning.thing === name.meaning.column.table;
    const isKindOf = (name: ValueUnit, noun: Unit): boolean =>
      isOfKind(name, noun) && !HAN.test(name.text) && noun.start === name.end + 1;
    const isAfter = (name: Unit, noun: Unit): boolean =>
      words.some(({ text, start, end }) =>
        OF.test(text)
          ? extremes.has(noun.start) && start === noun.end + 1 && end + 1 === name.start
          : (text === "'s" || text === '的') && start === name.end && (HAN.test(text) ? end : end + 1) === noun.start,
      );
    return (unit) => {
      // "In the Shanghai office" contains other rows.
      if (!isOwn(unit) || !others.has(spanOf(unit)) || nouns.some((noun) => isKindOf(unit, noun))) return 0;
      if (through.has(unit.start)) return THROUGH_ITSELF;
      const isIn = within.has(unit.start) || nouns.some((noun) => isOfKind(unit, noun) && isAfter(unit, noun));
      return isIn ? WITHIN_ITSELF : 0;
    };
  },
};

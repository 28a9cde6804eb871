import type { ColumnRef } from '@querent/contracts';
import type { Facts } from '@querent/grammar';
import type { Operator, PlainWord, Unit } from '@querent/lexicon';

/** A part of a question; `end` is excluded. */
export type Stretch = Pick<Unit, 'start' | 'end'>;

/** Forms up to this cost are certainly names. */
export const SURE = 0.1;

/** Meanings that belong to the language, and not to a model. */
export const CLOSED: ReadonlySet<Unit['meaning']['type']> = new Set([
  'operator',
  'filler',
  'number',
  'grain',
  'time_part',
  'busy',
]);

export const HAN = /^\p{Script=Han}/u;

export const spanOf = ({ start, end }: Stretch): string => `${start} ${end}`;

export const isOperator = ({ meaning }: Unit, op: Operator['op']): boolean =>
  meaning.type === 'operator' && meaning.operator.op === op;

export const isPlain = ({ meaning }: Unit, ...words: readonly PlainWord[]): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && words.includes(meaning.operator.word);

type Kind = (unit: Unit) => boolean;

export const spansOf = (units: readonly Unit[], isOne: Kind): Set<string> => new Set(units.filter(isOne).map(spanOf));

export const startsOf = (units: readonly Unit[], isOne: Kind): Set<number> =>
  new Set(units.filter(isOne).map(({ start }) => start));

export const endsOf = (units: readonly Unit[], isOne: Kind): Set<number> =>
  new Set(units.filter(isOne).map(({ end }) => end));

/** Positions right behind some units, with or without a space between. */
export const behind = (units: readonly Unit[], isOne: Kind): Set<number> =>
  new Set(units.filter(isOne).flatMap(({ end }) => [end, end + 1]));

/** The column that a name means; null for values, flags and times. */
export const columnOf = ({ meaning }: Unit): ColumnRef | null =>
  meaning.type === 'measure' || meaning.type === 'attribute' ? meaning.column : null;

/** The table of the column that a unit is about; null without a column. */
export const tableOf = ({ meaning }: Unit): string | null => ('column' in meaning ? meaning.column.table : null);

/** The table whose rows an amount aggregates. */
export function homeOf({ meaning }: Unit, facts: Facts): string | null {
  if (meaning.type === 'measure') return meaning.column.table;
  return meaning.type === 'metric' ? (facts.model.metrics[meaning.id]?.table ?? null) : null;
}

/** Tables whose things a question certainly identifies by their names. */
export const thingsNamedByValues = (units: readonly Unit[], isSure: Kind, facts: Facts): Set<string> =>
  new Set(
    units.flatMap((unit) =>
      unit.meaning.type === 'value' &&
      unit.form === 'exact' &&
      isSure(unit) &&
      facts.role(unit.meaning.column) === 'name'
        ? [unit.meaning.column.table]
        : [],
    ),
  );

/** Things that these units name. */
export const thingsIn = (units: readonly Unit[], isOne: Kind = () => true): Set<string> =>
  new Set(units.flatMap((unit) => (unit.meaning.type === 'thing' && isOne(unit) ? [unit.meaning.thing] : [])));

import type { Dimension } from '@querent/contracts';
import { periodStart, shownTime } from './civil-time';
import { readColumn, type Asked } from './conditions';
import { lookedUp, relatedRows, wayBetween } from './related-rows';
import { columnOf, keyOf, tableOf, type Row, type Value, type World } from './world';

/** One part of a group's key. */
export interface KeyPart {
  value: Value;
  /** The thing that the group is of, where the dimension names one: two things with the same name are two groups. */
  thing: Value;
  /** The row has no owner, or nothing is stored. */
  isMissing: boolean;
}

export const keyText = (parts: readonly KeyPart[]): string => JSON.stringify(parts.map(({ value, thing }) => [value, thing]));

/** The keys of the groups that a row belongs to: one, or one for each group of several that overlap. */
export function keysOf(asked: Asked, table: string, row: Row, dimensions: readonly Dimension[]): KeyPart[][] {
  return dimensions.reduce<KeyPart[][]>((keys, dimension) => {
    const parts = partsOf(asked, table, row, dimension);
    return keys.flatMap((key) => parts.map((part) => [...key, part]));
  }, [[]]);
}

function partsOf(asked: Asked, table: string, row: Row, dimension: Dimension): KeyPart[] {
  const { column } = dimension;
  const parts = ownersOf(asked.world, row, table, column.table).map((owner) => keyPart(asked, dimension, owner));
  return [...new Map(parts.map((part) => [keyText([part]), part])).values()];
}

/** The rows of `to` that own the row; null for a key that is NULL or leads nowhere, be it the row's own or that of a row between. */
function ownersOf(world: World, row: Row, from: string, to: string): (Row | null)[] {
  const way = wayBetween(world, from, to) ?? [];
  const last = way.findLastIndex(({ fansOut }) => fansOut);
  const turn = way[last]?.to ?? from;
  return relatedRows(world, row, from, turn).map((between) => lookedUp(world, between, turn, to));
}

/** @param owner the row of the dimension's table; null: there is none */
function keyPart(asked: Asked, { column, grain }: Dimension, owner: Row | null): KeyPart {
  const definition = columnOf(asked.world, column.table, column.column);
  if (owner === null) return { value: null, thing: null, isMissing: true };
  const shown = shownTime(asked, readColumn(definition, owner), definition.type);
  const day = typeof shown === 'number' && definition.isYear ? `${shown}-01-01` : String(shown).slice(0, 10);
  const value = shown === null || grain === undefined ? shown : periodStart(day, grain);
  if (definition.role !== 'name') return { value, thing: null, isMissing: value === null };
  return { value, thing: owner[keyOf(tableOf(asked.world, column.table)).name] ?? null, isMissing: false };
}

import { hash } from 'node:crypto';
import { RedisKeys } from '@querent/platform';
import type { VectorPurpose, VectorScope } from '../vector-index';

/**
 * The keys of one scope's points for one purpose and model. All collections of a scope and purpose share a hash slot.
 */
export interface CollectionKeys {
  name: string;
  state: string;
  points: string;
  marks: string;
  changed: string;
  removed: string;
  collections: string;
}

/**
 * @param name of the collection, from `collectionName`
 * @param prefix of all keys, without braces
 */
export function collectionKeys(
  prefix: string,
  purpose: VectorPurpose,
  scope: VectorScope,
  name: string,
): CollectionKeys {
  // A digest, because names may contain any character and be long, and must not change the slot or end a part.
  const whose = hash('sha256', JSON.stringify([scope.tenant, scope.connection]), 'base64url').slice(0, 22);
  return collectionIn(new RedisKeys(prefix).vectors(purpose, whose), name);
}

/** Redis pattern of a collection's `state` key in every scope. */
export const statePattern = (prefix: string, purpose: VectorPurpose, name: string): string =>
  new RedisKeys(prefix).vectorParts(purpose, name, 'state');

/** Redis pattern of the keys of all collections, of any purpose, scope and model. */
export const partPattern = (prefix: string): string => new RedisKeys(prefix).allVectors().pattern;

/** The collection that a key belongs to; null: none. */
export function collectionOf(
  prefix: string,
  key: string,
): { purpose: string; keys: CollectionKeys; part: string } | null {
  const keys = new RedisKeys(prefix);
  const found = keys.allVectors().read(key);
  const { name, part } =
    /^(?<name>.+):(?<part>state|points|marks|changed|removed)$/s.exec(found?.rest ?? '')?.groups ?? {};
  if (found === null || name === undefined || part === undefined) return null;
  const { purpose, scope } = found;
  return { purpose, part, keys: collectionIn(keys.vectors(purpose, scope), name) };
}

/** Another collection of the same scope and purpose. */
export const collectionBeside = ({ collections }: CollectionKeys, name: string): CollectionKeys =>
  collectionIn(collections.slice(0, -COLLECTIONS.length), name);

const COLLECTIONS = ':collections';

function collectionIn(slot: string, name: string): CollectionKeys {
  const of = (part: string): string => `${slot}:${name}:${part}`;
  return {
    name,
    state: of('state'),
    points: of('points'),
    marks: of('marks'),
    changed: of('changed'),
    removed: of('removed'),
    collections: `${slot}${COLLECTIONS}`,
  };
}

/** Vectors of different models or dimensions are in separate collections. */
export const collectionName = ({ model, dimension }: { model: string; dimension: number }): string =>
  `${model}:${dimension}`;

/** Keys in the order of the write scripts. */
export const writeKeys = ({ state, points, marks, changed, removed, collections }: CollectionKeys): string[] => [
  state,
  points,
  marks,
  changed,
  removed,
  collections,
];

/** Keys in the order of the drop script. */
export const dropKeys = ({ state, points, marks, changed, removed, collections }: CollectionKeys): string[] => [
  collections,
  state,
  points,
  marks,
  changed,
  removed,
];

import { hash } from 'node:crypto';
import { RedisKeys } from '@querent/platform';
import type { VectorPurpose, VectorScope } from '../vector-index';

/**
 * The keys of one scope's points of one purpose and model. All collections of a scope and purpose share a hash slot.
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
 * @param name of the collection, as `collectionName` makes it
 * @param prefix of all keys: holds no brace
 */
export function collectionKeys(
  prefix: string,
  purpose: VectorPurpose,
  scope: VectorScope,
  name: string,
): CollectionKeys {
  // A digest: names may hold anything and be long, and must neither move the slot nor end a part.
  const whose = hash('sha256', JSON.stringify([scope.tenant, scope.connection]), 'base64url').slice(0, 22);
  return collectionIn(new RedisKeys(prefix).vectors(purpose, whose), name);
}

/** Matches the `state` key of a collection of every scope, in Redis's patterns. */
export const statePattern = (prefix: string, purpose: VectorPurpose, name: string): string =>
  new RedisKeys(prefix).vectorParts(purpose, name, 'state');

/** Matches the keys of all collections, of whichever purpose, scope and model. */
export const partPattern = (prefix: string): string => new RedisKeys(prefix).allVectors().pattern;

/** Of which collection a key is a part. Null where it is of none. */
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

/** Vectors of two models, or of two widths of one, never stand in one collection. */
export const collectionName = ({ model, dimension }: { model: string; dimension: number }): string =>
  `${model}:${dimension}`;

/** As the scripts that write want them. */
export const writeKeys = ({ state, points, marks, changed, removed, collections }: CollectionKeys): string[] => [
  state,
  points,
  marks,
  changed,
  removed,
  collections,
];

/** As the script that drops wants them. */
export const dropKeys = ({ state, points, marks, changed, removed, collections }: CollectionKeys): string[] => [
  collections,
  state,
  points,
  marks,
  changed,
  removed,
];

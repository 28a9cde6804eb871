import type { CollectionKeys } from './collection-keys';
import type { VectorRedis } from './scripts';

/** How far a reader of a collection has come. */
export interface Position {
  epoch: string;
  revision: number;
}

export const START: Position = { epoch: '', revision: 0 };

export interface CollectionChanges {
  position: Position;
  /** Whether there is more to tell. */
  more: boolean;
  /** Whether what was told before holds no more: the reader begins anew with these. */
  anew: boolean;
  /** Points in the collection. */
  count: number;
  removed: string[];
  put: { id: string; record: Buffer }[];
}

/** What has changed since `position`, at most `limit` points at once; null where there is no collection. */
export async function collectionChanges(
  redis: VectorRedis,
  { state, points, changed, removed }: CollectionKeys,
  position: Position,
  limit: number,
): Promise<CollectionChanges | null> {
  const reply = await redis.querentVectorsChangesBuffer(
    state,
    points,
    changed,
    removed,
    position.epoch,
    position.revision,
    limit,
  );
  const [epoch, revision, more, anew, count, gone, told] = reply;
  if (epoch === undefined || revision === undefined || gone === undefined || told === undefined) return null;
  const put = told.flatMap((id, i) => {
    const record = told[i + 1];
    return i % 2 === 1 || record === undefined ? [] : [{ id: id.toString(), record }];
  });
  return {
    position: { epoch: epoch.toString(), revision: Number(revision.toString()) },
    more: more === 1,
    anew: anew === 1,
    count: count ?? 0,
    removed: gone.map(String),
    put,
  };
}

import type { CollectionKeys } from './collection-keys';
import type { VectorRedis } from './scripts';

/** Read position in a collection. */
export interface Position {
  epoch: string;
  revision: number;
}

export const START: Position = { epoch: '', revision: 0 };

export interface CollectionChanges {
  position: Position;
  /** Whether more changes follow. */
  more: boolean;
  /** Whether the reader must discard its copy and start from these changes. */
  reset: boolean;
  /** Points in the collection. */
  count: number;
  removed: string[];
  put: { id: string; record: Buffer }[];
}

/** Changes since `position`, at most `limit` points; null if the collection does not exist. */
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
  const [epoch, revision, more, reset, count, removedIds, changedPoints] = reply;
  if (epoch === undefined || revision === undefined || removedIds === undefined || changedPoints === undefined)
    return null;
  const put = changedPoints.flatMap((id, i) => {
    const record = changedPoints[i + 1];
    return i % 2 === 1 || record === undefined ? [] : [{ id: id.toString(), record }];
  });
  return {
    position: { epoch: epoch.toString(), revision: Number(revision.toString()) },
    more: more === 1,
    reset: reset === 1,
    count: count ?? 0,
    removed: removedIds.map(String),
    put,
  };
}

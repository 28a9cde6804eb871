import type { RedisClient } from '@querent/platform';

/** Position of a run in its list: ordered by creation time, then by id. */
export interface Position {
  score: number;
  id: string;
}

/**
 * The next entries of all lists merged by (score, id), both descending: at most `most`, with `isEnd` set if there are
 * no more. Each list is read for its share and half as much again. Its unread entries sort after its last read entry,
 * so the merge is final up to the newest of those last entries.
 */
export async function entriesAfter(
  redis: RedisClient,
  lists: readonly string[],
  position: Position | null,
  most: number,
): Promise<{ entries: Position[]; isEnd: boolean }> {
  const share = Math.ceil((1.5 * most) / lists.length) + 4;
  const parts = await Promise.all(lists.map((list) => listAfter(redis, list, position, share)));
  const [horizon] = parts.flatMap(({ entries, hasMore }) => (hasMore ? entries.slice(-1) : [])).sort(newestFirst);
  const sure = parts
    .flatMap(({ entries }) => entries)
    .filter((entry) => horizon === undefined || newestFirst(entry, horizon) <= 0)
    .sort(newestFirst);
  return { entries: sure.slice(0, most), isEnd: horizon === undefined && sure.length <= most };
}

/**
 * The next entries of one list: at least one if there are any. All entries with the position's score are read again,
 * however many there are.
 */
async function listAfter(
  redis: RedisClient,
  list: string,
  position: Position | null,
  wanted: number,
): Promise<{ entries: Position[]; hasMore: boolean }> {
  for (let limit = wanted; ; limit *= 4) {
    const flat = await redis.zrevrangebyscore(
      list,
      position === null ? '+inf' : position.score,
      '-inf',
      'WITHSCORES',
      'LIMIT',
      0,
      limit,
    );
    const all = Array.from({ length: flat.length / 2 }, (_, at) => ({
      id: String(flat[2 * at]),
      score: Number(flat[2 * at + 1]),
    }));
    const entries = position === null ? all : all.filter((entry) => newestFirst(position, entry) < 0);
    const hasMore = all.length === limit;
    if (entries.length > 0 || !hasMore) return { entries, hasMore };
  }
}

/** Order of lists of runs. */
export function newestFirst(a: Position, b: Position): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

import { createHash } from 'node:crypto';

/**
 * At most `limit` items in their order: the first ones, or with a seed those with the smallest hashes of seed and name,
 * so that a growing set keeps its sample.
 */
export function sampled<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { limit, sample }: { limit: number | null; sample: string | null },
): Item[] {
  if (limit === null || items.length <= limit) return [...items];
  if (sample === null) return items.slice(0, limit);
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${sample}\0${nameOf(item)}`)
      .digest('hex');
  const chosen = new Set(
    items
      .map((item) => ({ item, rank: rank(item) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, limit)
      .map(({ item }) => item),
  );
  return items.filter((item) => chosen.has(item));
}

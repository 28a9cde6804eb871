import { LRUCache } from 'lru-cache';
import type { GuardCatalogue } from './guard-catalogue';
import type { GuardVerdict } from './guard-verdict';

/** Cached statements per catalogue, the most recent ones: compiled questions differ only by their parameters. */
const MAX_STATEMENTS = 500;
/** Longer texts are not cached, so that a catalogue's cache stays below a few megabytes. */
const MAX_TEXT_LENGTH = 4_000;

const caches = new WeakMap<GuardCatalogue, LRUCache<string, GuardVerdict>>();

/**
 * The verdict on a text is a pure function of it, of the catalogue and of `manner` (the options), and catalogues are
 * immutable values: a new snapshot is a new object with its own cache. Exceptions of `judge` are not cached.
 */
export async function cachedVerdict(
  sql: string,
  catalogue: GuardCatalogue,
  manner: string,
  judge: () => Promise<GuardVerdict>,
): Promise<GuardVerdict> {
  if (sql.length > MAX_TEXT_LENGTH) return judge();
  const cache = caches.get(catalogue) ?? new LRUCache<string, GuardVerdict>({ max: MAX_STATEMENTS });
  caches.set(catalogue, cache);
  // NUL is a safe separator, because no option contains one.
  const key = `${manner}\u0000${sql}`;
  const known = cache.get(key);
  const verdict = known ?? (await judge());
  if (known === undefined) cache.set(key, verdict);
  // The lists are the caller's to keep, not to change for those who ask next.
  return verdict.ok
    ? {
        ...verdict,
        relations: [...verdict.relations],
        columns: [...verdict.columns],
        functions: [...verdict.functions],
      }
    : { ...verdict };
}

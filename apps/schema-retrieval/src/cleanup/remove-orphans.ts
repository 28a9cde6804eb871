import type { VectorScope } from '@querent/retrieval';

/** One kind of data stored for tenants and connections. */
export interface Retained {
  what: string;
  /** The scopes for which data is stored. */
  scopes(): Promise<VectorScope[]>;
  isOrphan(scope: VectorScope): boolean;
  remove(scope: VectorScope): Promise<void>;
}

interface RemoveOrphansDeps {
  retained: readonly Retained[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Deletes derived data of tenants and connections that are no longer configured. A configuration file may be missing
 * for a moment while it is replaced, so data is deleted only if two consecutive passes find it orphaned.
 * @returns a function that makes one pass and never rejects
 */
export function removeOrphans({ retained, log }: RemoveOrphansDeps): () => Promise<void> {
  let previous: ReadonlySet<string> = new Set();
  return async () => {
    const found = new Set<string>();
    for (const data of retained) {
      try {
        const orphans = (await data.scopes()).filter((scope) => data.isOrphan(scope));
        for (const scope of orphans) {
          const key = JSON.stringify([data.what, scope.tenant, scope.connection]);
          if (!previous.has(key)) found.add(key);
          else {
            await data.remove(scope);
            log.info({ what: data.what, ...scope }, 'orphaned data was deleted');
          }
        }
      } catch (error) {
        log.warn(
          { what: data.what, error: error instanceof Error ? error.message : String(error) },
          'the search for orphaned data failed',
        );
      }
    }
    previous = found;
  };
}

import type { VectorScope } from '@querent/retrieval';

/** Something that is kept for tenants and connections, and how it knows them. */
export interface Kept {
  what: string;
  /** For whom anything is kept. */
  held(): Promise<VectorScope[]>;
  isGone(whose: VectorScope): boolean;
  forget(whose: VectorScope): Promise<void>;
}

interface ForgetGoneDeps {
  kept: readonly Kept[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Removes what is kept for tenants and connections that do not stand in the configuration any more. All of it can be
 * computed again; still, what is missing once may be a file that is just being replaced: only what was gone at the look
 * before as well is removed.
 *
 * @returns one look; rejects never
 */
export function forgetGone({ kept, log }: ForgetGoneDeps): () => Promise<void> {
  // What was missing at the last look.
  let missed: ReadonlySet<string> = new Set();
  return async () => {
    const missing = new Set<string>();
    for (const place of kept) {
      try {
        const gone = (await place.held()).filter((whose) => place.isGone(whose));
        for (const whose of gone) {
          const key = JSON.stringify([place.what, whose.tenant, whose.connection]);
          if (!missed.has(key)) missing.add(key);
          else {
            await place.forget(whose);
            log.info({ what: place.what, ...whose }, 'kept for nobody any more, and removed');
          }
        }
      } catch (error) {
        log.warn(
          { what: place.what, error: error instanceof Error ? error.message : String(error) },
          'what is kept for nobody could not be looked for',
        );
      }
    }
    missed = missing;
  };
}

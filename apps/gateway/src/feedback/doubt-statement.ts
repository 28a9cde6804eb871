import { entryId, lenderOf } from '@querent/cache';
import { runScopeOf } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { GatewayServices } from '../gateway-services';

/**
 * Handles a `down` rating: removes the answer from the exact cache and reports the doubt to the semantic cache if its
 * statement is shared there. The statement may come from the run itself, or from the run whose cached answer it
 * borrowed.
 */
export async function doubtStatement(services: GatewayServices, run: Run): Promise<void> {
  const { cache, statements, catalog, logger } = services;
  const scope = runScopeOf(catalog, run);
  if (scope === null) return;
  if (run.data.cacheKey !== null) await cache.drop(scope.audience, run.data.cacheKey);
  const { sharing, similarity } = await sharingBehind(services, run);
  if (sharing === null) return;
  const became = await statements.doubt(
    scope,
    sharing,
    sharing.entry ?? entryId(sharing),
    sharing.entry === null ? null : similarity,
  );
  if (became !== 'unknown') logger.info({ runId: run.id, became }, 'a shared statement was rated as wrong');
}

/**
 * Semantic-cache entry of the statement behind a run's answer. For a borrowed answer it is recorded in the lending run.
 */
async function sharingBehind(
  { store }: GatewayServices,
  run: Run,
): Promise<Pick<Run['data'], 'sharing'> & { similarity: number | null }> {
  const { runId } = lenderOf(run.data.result, run.id);
  const lender = runId === run.id ? run : await store.get(runId);
  return { sharing: lender?.data.sharing ?? null, similarity: lender?.data.cache.similarity ?? null };
}

import { entryId, lenderOf } from '@querent/cache';
import { runScopeOf } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { GatewayServices } from '../gateway-services';

/**
 * A bad vote: the answer is not given out again as it is, nor is the statement shared as it was any more, whether the
 * run took it from the semantic cache, left it there, or was answered with the answer of one that did.
 */
export async function doubtStatement(services: GatewayServices, run: Run): Promise<void> {
  const { cache, statements, catalog, logger } = services;
  const place = runScopeOf(catalog, run);
  if (place === null) return;
  if (run.data.cacheKey !== null) await cache.drop(place.audience, run.data.cacheKey);
  const { sharing, similarity } = await sharingBehind(services, run);
  if (sharing === null) return;
  const became = await statements.doubt(
    place,
    sharing,
    sharing.entry ?? entryId(sharing),
    sharing.entry === null ? null : similarity,
  );
  if (became !== 'unknown') logger.info({ runId: run.id, became }, 'a bad vote on a shared statement');
}

/**
 * By what the statement of a run's answer is shared: a borrowed answer tells nothing of it, the run that lent it does.
 */
async function sharingBehind(
  { store }: GatewayServices,
  run: Run,
): Promise<Pick<Run['data'], 'sharing'> & { similarity: number | null }> {
  const { runId } = lenderOf(run.data.result, run.id);
  const lender = runId === run.id ? run : await store.get(runId);
  return { sharing: lender?.data.sharing ?? null, similarity: lender?.data.cache.similarity ?? null };
}

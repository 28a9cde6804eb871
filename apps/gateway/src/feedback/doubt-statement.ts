import { entryId } from '@querent/cache';
import { audienceOf } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { GatewayServices } from '../gateway-services';

/** A bad vote: the statement is not shared as it was any more, whether the run took it from the semantic cache or left it there. */
export async function doubtStatement({ statements, catalog, logger }: GatewayServices, { id, tenant, request, data: { sharing, cache } }: Run): Promise<void> {
  const connection = catalog.connection(request.connection);
  if (sharing === null || connection === undefined) return;
  const place = { tenant, audience: audienceOf(connection, tenant) };
  const became = await statements.doubt(place, sharing, sharing.entry ?? entryId(sharing), sharing.entry === null ? null : cache.similarity);
  if (became !== 'unknown') logger.info({ runId: id, became }, 'a bad vote on a shared statement');
}

import type { Locale, Run } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import { listRuns, type RunStore } from '@querent/saga';

/** Runs read per page, and at most in all. Each is decoded whole, in one step. */
const PAGE = 20;
const MOST_RUNS = 10_000;

/**
 * The questions of a tenant's kept runs about a connection, newest first. A follow-up is left out: its meaning depends
 * on the answer before it.
 */
export async function* askedQuestions(
  redis: RedisClient,
  store: RunStore,
  { tenant, connection, since }: { tenant: string; connection: string; since: number },
): AsyncGenerator<{ question: string; locale: Locale }> {
  let cursor: string | undefined;
  for (let read = 0; read < MOST_RUNS; read += PAGE) {
    const page = await listRuns(redis, store, { tenant, limit: PAGE, cursor });
    for (const { request, createdAt, data } of page.runs) {
      if (Date.parse(createdAt) < since) return;
      if (request.connection === connection && !isFollowUp(data))
        yield { question: request.question, locale: request.locale };
    }
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

const isFollowUp = ({ context }: Run['data']): boolean => context !== null;

import { z } from 'zod';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { bootWorker } from '@querent/messaging';
import { understand } from './understand';

void bootWorker({
  service: 'intent',
  about: 'reads questions into semantic queries, and asks back where they are not clear',
  job: 'understand',
  env: z.object({}),
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    return {
      stage: understand({ availability: (name) => models.availability(name), now: Date.now, clarificationTtlMs: env.CLARIFICATION_TTL_MS }),
      close: () => catalog.close(),
    };
  },
});

import { measureLookups } from '@querent/cache';
import type { GatewayServices } from '../gateway-services';
import { KeptBound } from './kept-bound';
import { PublishedVersions } from './published-versions';
import { Quota } from './quota';
import { RedisRoom } from './redis-room';
import { RememberedHits } from './remembered-hits';
import type { SubmitDeps } from './submit-question';

/** The token under which controllers get the dependencies of `submitQuestion`. */
export const SUBMITTING = Symbol('SUBMITTING');

/** Opens the quotas and caches of submitted questions. Once per gateway: all interfaces share the quotas. */
export const openSubmitting = (services: GatewayServices): SubmitDeps => ({
  services,
  quota: new Quota(services, new KeptBound(services), new RedisRoom(services.redis)),
  versions: new PublishedVersions(services.cache),
  hits: new RememberedHits(services.cache, services.store, services.gates, measureLookups(services.metrics.registry)),
});

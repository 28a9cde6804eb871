import type { Run } from '@querent/contracts';
import { LinkedAbort } from '@querent/platform';
import type { GatewayServices } from '../gateway-services';
import { isSettled, isSettledStatus } from './own-run';

/**
 * Waits until the run is over or awaits its asker, but no longer than `waitMs`, the gateway's going down or the
 * client's leaving (`signal`). Returns the run as last read.
 */
export async function settledRun(
  services: Pick<GatewayServices, 'store' | 'watch' | 'draining'>,
  run: Run,
  waitMs: number,
  signal: AbortSignal,
): Promise<Run> {
  if (isSettled(run)) return run;
  const linked = new LinkedAbort([signal, services.draining.signal], waitMs);
  const end = linked.signal;
  let wake: () => void = () => undefined;
  let isNews = true;
  const unwatch = services.watch.watch(run.id, (status) => {
    // A run changes its state six times on its way: only where it stays is worth reading.
    if (status !== null && !isSettledStatus(status)) return;
    isNews = true;
    wake();
  });
  const onEnd = (): void => wake();
  end.addEventListener('abort', onEnd);
  try {
    // Watched first, read second: a change between the two is not missed.
    while (!end.aborted) {
      if (isNews) {
        isNews = false;
        const status = await services.store.statusOf(run.id);
        const settled = status !== null && isSettledStatus(status) ? await services.store.get(run.id) : null;
        if (settled !== null && isSettled(settled)) return settled;
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return (await services.store.get(run.id).catch(() => null)) ?? run;
  } finally {
    linked.release();
    unwatch();
  }
}

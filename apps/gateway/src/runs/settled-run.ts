import type { Run } from '@querent/contracts';
import type { GatewayServices } from '../gateway-services';
import { isSettled } from './own-run';

/**
 * Waits until the run is over or awaits its asker, but no longer than `waitMs`, the gateway's going down or the
 * client's leaving (`signal`). Returns the run as last read.
 */
export async function settledRun(services: Pick<GatewayServices, 'store' | 'watch' | 'draining'>, run: Run, waitMs: number, signal: AbortSignal): Promise<Run> {
  if (isSettled(run)) return run;
  const end = AbortSignal.any([signal, services.draining.signal, AbortSignal.timeout(waitMs)]);
  let current = run;
  let wake: () => void = () => undefined;
  let changed = true;
  const unwatch = services.watch.watch(run.id, () => {
    changed = true;
    wake();
  });
  const onEnd = (): void => wake();
  end.addEventListener('abort', onEnd);
  try {
    // Watched first, read second: a change between the two is not missed.
    while (!end.aborted) {
      if (changed) {
        changed = false;
        current = (await services.store.get(run.id)) ?? current;
        if (isSettled(current)) return current;
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return current;
  } finally {
    end.removeEventListener('abort', onEnd);
    unwatch();
  }
}

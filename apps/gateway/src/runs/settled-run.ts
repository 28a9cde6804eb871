import type { Run } from '@querent/contracts';
import { LinkedAbort } from '@querent/platform';
import type { GatewayServices } from '../gateway-services';
import { isSettled, isSettledStatus } from './own-run';

/**
 * Waits until the run has ended or awaits a clarification. Stops waiting after `waitMs`, when the gateway shuts down or
 * when the client disconnects (`signal`). Returns the run as last read.
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
  // The watch begins before the first read, so that no change between the two is missed.
  const next: { read: 'status' | 'run' | null } = { read: 'status' };
  const unwatch = services.watch.watch(run.id, (status) => {
    // A run changes its state about six times: only settled states are worth a read.
    if (status !== null && !isSettledStatus(status)) return;
    next.read = status === null ? 'status' : 'run';
    wake();
  });
  const onEnd = (): void => wake();
  end.addEventListener('abort', onEnd);
  const mayBeSettled = async (): Promise<boolean> => {
    const status = await services.store.statusOf(run.id);
    return status !== null && isSettledStatus(status);
  };
  try {
    while (!end.aborted) {
      const { read } = next;
      if (read !== null) {
        next.read = null;
        const settled = read === 'run' || (await mayBeSettled()) ? await services.store.get(run.id) : null;
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

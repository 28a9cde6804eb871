import { setTimeout as pause } from 'node:timers/promises';
import { faultOf, type Fault, type Victims } from '../faults/fault-kinds';

/** Does the faults at their times; resolves when the last is over and everything stands again as it was. */
export async function letFaultsHappen(
  faults: readonly Fault[],
  victims: Victims,
  began: number,
  told: (fault: Fault) => void,
): Promise<void> {
  await Promise.all(
    faults.map(async (fault) => {
      await pause(Math.max(0, began + fault.atMs - performance.now()));
      told(fault);
      const { begin, end } = faultOf(fault.kind);
      const begun = await begin(victims, fault);
      if (fault.forMs > 0) await pause(fault.forMs);
      await end?.(victims, fault, begun);
    }),
  );
}

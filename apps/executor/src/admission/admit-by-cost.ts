import type { ConnectionLimits } from '@querent/catalog';
import type { PlanEstimate } from '@querent/datasource';
import type { Lane } from './lane';

/** A connection's limits on the estimated cost of a statement. */
export type CostLimits = Pick<ConnectionLimits, 'maxCost' | 'maxScannedRows' | 'slowCost'>;

/** The decision on a statement whose cost the database has estimated. */
export type AdmissionDecision = 'run' | NotAdmitted['why'];

/** Thrown for a statement that must not start. `technical` is for the log. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';

  constructor(
    /** `slow`: it may run in the slow lane. `too_expensive`: it may not run at all. */
    readonly why: 'slow' | 'too_expensive',
    readonly technical: string,
  ) {
    super(technical);
  }
}

/**
 * Returns a check of the planner's estimate, to be called before a statement runs. The check throws NotAdmitted for a
 * statement that costs more than its lane may run.
 * @param onDecision called with each decision
 */
export function admitByCost(
  limits: CostLimits,
  lane: Lane,
  onDecision?: (decision: AdmissionDecision) => void,
): (estimate: PlanEstimate) => void {
  return (estimate) => {
    const refusal = refusalOf(limits, lane, estimate);
    onDecision?.(refusal?.why ?? 'run');
    if (refusal !== null) throw refusal;
  };
}

function refusalOf(limits: CostLimits, lane: Lane, estimate: PlanEstimate): NotAdmitted | null {
  const tooMuch = beyondLimits(limits, estimate);
  if (tooMuch !== null) return new NotAdmitted('too_expensive', tooMuch);
  if (lane === 'slow' || !isAbove(estimate.totalCost, limits.slowCost)) return null;
  return new NotAdmitted(
    'slow',
    `estimated cost ${estimate.totalCost}; above ${limits.slowCost} a statement runs in the slow lane`,
  );
}

/** The technical reason why a statement may not run in any lane; null if it may. */
export function beyondLimits(
  { maxCost, maxScannedRows }: Omit<CostLimits, 'slowCost'>,
  { totalCost, scannedRows }: PlanEstimate,
): string | null {
  if (isAbove(totalCost, maxCost)) return `estimated cost ${totalCost}, at most ${maxCost} is allowed`;
  if (isAbove(scannedRows, maxScannedRows))
    return `estimated to scan ${scannedRows} rows in one step, at most ${maxScannedRows} are allowed`;
  return null;
}

/** An unknown estimate (NaN) exceeds no limit; the statement's time-out bounds it then. */
const isAbove = (estimated: number, limit: number | null): boolean => limit !== null && estimated > limit;

import type { ConnectionLimits } from '@querent/catalog';
import type { PlanEstimate } from '@querent/datasource';
import type { Lane } from './lane';

/** What a connection allows a statement to be expected to cost. */
export type CostLimits = Pick<ConnectionLimits, 'maxCost' | 'maxScannedRows' | 'slowCost'>;

/** What became of a statement that a database judged. */
export type AdmissionDecision = 'run' | NotAdmitted['why'];

/** A statement that was not started. `technical` is for the log. */
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
 * Judges what the database expects of a statement, before it runs.
 * @param onDecision called with each decision
 * @throws NotAdmitted for what costs more than its lane may run
 */
export function admissionOf(
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
    `expected to cost ${estimate.totalCost}, more than ${limits.slowCost} runs in the slow lane`,
  );
}

/** Why a statement may not run in any lane, in technical words; null where it may. */
export function beyondLimits(
  { maxCost, maxScannedRows }: Omit<CostLimits, 'slowCost'>,
  { totalCost, scannedRows }: PlanEstimate,
): string | null {
  if (isAbove(totalCost, maxCost)) return `expected to cost ${totalCost}, at most ${maxCost} is allowed`;
  if (isAbove(scannedRows, maxScannedRows))
    return `expected to go through ${scannedRows} rows at one step, at most ${maxScannedRows} are allowed`;
  return null;
}

/** What is not known (NaN) is above nothing: the statement's time-out bounds it then. */
const isAbove = (expected: number, most: number | null): boolean => most !== null && expected > most;

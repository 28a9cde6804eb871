import { createHash } from 'node:crypto';
import { createRandom, type Random } from '../../../demo/data/random.mjs';
import { askers } from '../../tenants/tenant-product';
import { faultNames, faultOf, services, type Fault, type FaultKind } from '../faults/fault-kinds';
import type { Question, Questions } from './questions';

/** How a client replies to clarifications. */
export type ReplyHabit = 'once' | 'at once twice' | 'late' | 'never';

/** One question of the plan, with the client's behaviour. */
export interface PlannedAsk extends Question {
  n: number;
  tenant: string;
  /** Start, in ms from the beginning of the seed. */
  atMs: number;
  cache: 'use' | 'bypass';
  conversationId: string | null;
  /** Number of the ask that must end before this one starts. */
  after: number | null;
  replies: ReplyHabit;
  /** A random number of the seed that chooses the option. */
  choice: number;
  /** Time from acceptance to cancellation. Null: not cancelled. */
  cancelAfterMs: number | null;
  callback: boolean;
  /** Whether the request is sent twice concurrently with one Idempotency-Key. */
  submittedTwice: boolean;
}

/** Everything that a seed determines. */
export interface Plan {
  seed: number;
  asks: PlannedAsk[];
  faults: Fault[];
  /** Error of a service's wall clock, ms. */
  skews: Partial<Record<(typeof services)[number], number>>;
  lengthMs: number;
  /** Hash of the plan. */
  digest: string;
}

export interface PlanOptions {
  questions: Questions;
  runs: number;
  lengthMs: number;
  kinds: readonly FaultKind[];
  /** What has faults. */
  targets: readonly string[];
  /** Average interval between faults, ms. */
  faultEveryMs: number;
  skewed: boolean;
}

const MOST_AT_ONCE = 60;
const SKEWS_MS = [-45_000, -5_000, 2_000, 30_000, 120_000];

/** Returns the plan of a seed. It depends only on the seed and the options. */
export function planOf(seed: number, options: PlanOptions): Plan {
  const asks = plannedAsks(createRandom(`chaos-asks-${seed}`), options);
  const faults = plannedFaults(createRandom(`chaos-faults-${seed}`), options);
  const skews = options.skewed ? plannedSkews(createRandom(`chaos-skews-${seed}`)) : {};
  const digest = createHash('sha256')
    .update(JSON.stringify([asks, faults, skews]))
    .digest('hex')
    .slice(0, 12);
  return { seed, asks, faults, skews, lengthMs: options.lengthMs, digest };
}

function plannedAsks(
  random: Random,
  { runs, lengthMs, questions: { plain, opened, followUp } }: PlanOptions,
): PlannedAsk[] {
  const asks: PlannedAsk[] = [];
  let left = 0;
  let atMs = 0;
  while (asks.length < runs) {
    // Questions come in bursts, because a fault in an idle product proves nothing.
    if (left-- <= 0) [left, atMs] = [random.integer(1, MOST_AT_ONCE), (asks.length / runs) * lengthMs];
    const first = plannedAsk(random, asks.length, atMs, random.chance(0.18) ? random.pick(opened) : random.pick(plain));
    asks.push(first);
    if (first.question !== followUp.from.question || asks.length >= runs) continue;
    first.conversationId = `talk-${first.n}`;
    asks.push({
      ...plannedAsk(random, asks.length, first.atMs, followUp.to),
      tenant: first.tenant,
      conversationId: first.conversationId,
      after: first.n,
    });
  }
  return asks;
}

const habits: Record<ReplyHabit, number> = { once: 50, 'at once twice': 30, late: 15, never: 5 };

function plannedAsk(random: Random, n: number, atMs: number, question: Question): PlannedAsk {
  return {
    ...question,
    n,
    atMs: Math.round(atMs + random.between(0, 200)),
    tenant: random.pick(askers),
    cache: random.chance(0.5) ? 'use' : 'bypass',
    conversationId: null,
    after: null,
    replies: random.weighted(habits),
    choice: random.integer(0, 1_000),
    cancelAfterMs: random.chance(0.06) ? random.integer(0, 3_000) : null,
    callback: random.chance(0.25),
    submittedTwice: random.chance(0.15),
  };
}

/** Plans faults so that each target has at most one fault at a time. */
function plannedFaults(random: Random, { kinds, targets: wanted, lengthMs, faultEveryMs }: PlanOptions): Fault[] {
  const targetsOf = (kind: FaultKind): string[] => faultOf(kind).targets.filter((target) => wanted.includes(target));
  const weights = Object.fromEntries(
    faultNames
      .filter((kind) => kinds.includes(kind) && targetsOf(kind).length > 0)
      .map((kind) => [kind, faultOf(kind).weight]),
  ) as Record<FaultKind, number>;
  if (Object.keys(weights).length === 0) return [];
  const faults: Fault[] = [];
  const busyUntil = new Map<string, number>();
  for (let at = faultEveryMs / 2; at < lengthMs; at += random.between(0.3, 1.7) * faultEveryMs) {
    const kind = random.weighted(weights);
    const { lasts } = faultOf(kind);
    const fault = {
      kind,
      target: random.pick(targetsOf(kind)),
      atMs: Math.round(at),
      forMs: Math.round(random.between(lasts[0], lasts[1])),
      dice: random.integer(0, 10_000),
    };
    if ((busyUntil.get(fault.target) ?? 0) > at) continue;
    busyUntil.set(fault.target, at + fault.forMs + 500);
    faults.push(fault);
  }
  return faults;
}

function plannedSkews(random: Random): Plan['skews'] {
  return Object.fromEntries(
    services.filter(() => random.chance(0.4)).map((service) => [service, random.pick(SKEWS_MS)]),
  );
}

/** A line about a fault for the report. */
export const faultLine = ({ kind, target, atMs, forMs }: Fault): string =>
  `${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind} ${target}${forMs > 0 ? ` for ${(forMs / 1_000).toFixed(1)} s` : ''}`;

import { createHash } from 'node:crypto';
import { createRandom, type Random } from '../../../demo/data/random.mjs';
import { askers } from '../../tenants/tenant-product';
import { faultNames, faultOf, services, type Fault, type FaultKind } from '../faults/fault-kinds';
import type { Question, Questions } from './questions';

/** How an asker takes a question back to it. */
export type ReplyHabit = 'once' | 'at once twice' | 'late' | 'never';

/** One question of the play, and what its asker will do whatever comes. */
export interface PlannedAsk extends Question {
  n: number;
  tenant: string;
  /** From the beginning of the seed. */
  atMs: number;
  cache: 'use' | 'bypass';
  conversationId: string | null;
  /** The ask that must be over before. */
  after: number | null;
  replies: ReplyHabit;
  /** Which option: a number of the seed. */
  choice: number;
  /** Its asker gives up so long after it was accepted; null: never. */
  cancelAfterMs: number | null;
  callback: boolean;
  /** The request is sent twice at once, under one Idempotency-Key. */
  submittedTwice: boolean;
}

/** Everything that a seed decides. */
export interface Plan {
  seed: number;
  asks: PlannedAsk[];
  faults: Fault[];
  /** How wrong the wall clock of a service is, ms. */
  skews: Partial<Record<(typeof services)[number], number>>;
  lengthMs: number;
  /** The same for the same plan. */
  digest: string;
}

export interface PlanOptions {
  questions: Questions;
  runs: number;
  lengthMs: number;
  kinds: readonly FaultKind[];
  /** On the average one begins every so often. */
  faultEveryMs: number;
  skewed: boolean;
}

const MOST_AT_ONCE = 60;
const SKEWS_MS = [-45_000, -5_000, 2_000, 30_000, 120_000];

/** The plan of a seed: the same for the same seed and options, on every machine. */
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
    // In crowds: a fault that meets a product at rest proves nothing.
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

/** What is done to one thing at a time: a second fault to it waits until the first is over. */
function plannedFaults(random: Random, { kinds, lengthMs, faultEveryMs }: PlanOptions): Fault[] {
  const weights = Object.fromEntries(
    faultNames.filter((kind) => kinds.includes(kind)).map((kind) => [kind, faultOf(kind).weight]),
  ) as Record<FaultKind, number>;
  if (Object.keys(weights).length === 0) return [];
  const faults: Fault[] = [];
  const busyUntil = new Map<string, number>();
  for (let at = faultEveryMs / 2; at < lengthMs; at += random.between(0.3, 1.7) * faultEveryMs) {
    const kind = random.weighted(weights);
    const { targets, lasts } = faultOf(kind);
    const fault = {
      kind,
      target: random.pick(targets),
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

/** One line a fault, for people. */
export const faultLine = ({ kind, target, atMs, forMs }: Fault): string =>
  `${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind} ${target}${forMs > 0 ? ` for ${(forMs / 1_000).toFixed(1)} s` : ''}`;

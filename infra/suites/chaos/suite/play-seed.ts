import { setTimeout as pause } from 'node:timers/promises';
import { gatherEvidence } from '../checks/evidence';
import { healingOf, type Healed } from '../checks/healing';
import { judge } from '../checks/judge';
import { leftovers } from '../checks/leftovers';
import { movedRuns, unmoved } from '../checks/moves';
import { playAsk, type AskRecord } from '../clients/play-ask';
import { faultOf, type Fault, type Victims } from '../faults/fault-kinds';
import { faultLine, planOf, type Plan, type PlanOptions } from './plan';
import { undisturbedAnswers } from './undisturbed-answers';
import type { SeedReport } from './seed-report';
import type { SuiteWorld } from '../../worlds/suite-world';
import { openWorld, type World } from './world';

export interface SeedOptions extends PlanOptions {
  world: SuiteWorld;
  /** Time limit of the last runs, from the end of the last fault. */
  healWithinMs: number;
  print: (line: string) => void;
}

const PROGRESS_MS = 5_000;
/** A fault is isolated when no other fault begins or lasts within this time. */
const ISOLATED_MS = 7_000;

/** Plays one seed and judges it. Stops everything that it starts. */
export async function playSeed(seed: number, options: SeedOptions): Promise<SeedReport> {
  const plan = planOf(seed, options);
  const { print } = options;
  print(
    `seed ${seed}: ${plan.asks.length} questions, ${plan.faults.length} faults, plan ${plan.digest}; clocks ${JSON.stringify(plan.skews)}`,
  );
  plan.faults.forEach((fault) => print(`  ${faultLine(fault)}`));
  const world = await openWorld({
    suiteWorld: options.world,
    skews: plan.skews,
    scale: { intent: 2, executor: 2 },
  });
  try {
    const quiet = await undisturbedAnswers(world, options.questions.plain);
    print(`  ${quiet.size} undisturbed answers`);
    const played = await play(plan, world, options);
    const [ended, moved] = [performance.now(), await movedRuns(world)];
    const waiting = await unmoved(world);
    const movingMs = performance.now() - ended;
    const left = [...waiting, ...(await leftovers(world))];
    const evidence = await gatherEvidence(world, played.records, quiet);
    return {
      ...reportOf(
        plan,
        played,
        evidence.runs.map(({ run }) => (run === null ? 'lost' : (run.data.error?.code ?? run.status))),
      ),
      moved,
      movingMs,
      verdict: { ...judge(evidence), leftovers: left },
    };
  } finally {
    await world.close();
  }
}

interface Played {
  records: AskRecord[];
  healed: Healed[];
  /** Time from the end of the last fault to the end of the last run. */
  resumedMs: number | null;
  tookMs: number;
}

async function play(plan: Plan, world: World, { print, healWithinMs }: SeedOptions): Promise<Played> {
  const began = performance.now();
  const progress = setInterval(
    () =>
      print(
        `  ${((performance.now() - began) / 1_000).toFixed(0)} s: ${world.watch.ended()} ended, ${world.watch.underWay().length} under way`,
      ),
    PROGRESS_MS,
  );
  const healing: Promise<Healed>[] = [];
  const faults = injectFaults(plan.faults, world.victims, began, (fault) => {
    if (fault.kind === 'kill' && fault.target !== 'gateway' && isIsolated(fault, plan.faults))
      healing.push(healingOf(world, fault.target).then(({ heal }) => heal()));
  });
  const asking = askAll(plan, world, began);
  await faults;
  const calm = performance.now();
  const inTime = await Promise.race([
    asking.then(() => true),
    untilHung(asking, began, plan.lengthMs, calm, healWithinMs),
  ]);
  if (!inTime) world.watch.close();
  const records = await asking;
  clearInterval(progress);
  return {
    records,
    healed: await Promise.all(healing),
    resumedMs: inTime ? performance.now() - calm : null,
    tookMs: performance.now() - began,
  };
}

async function untilHung(
  _asking: Promise<unknown>,
  began: number,
  lengthMs: number,
  calm: number,
  healWithinMs: number,
): Promise<boolean> {
  await pause(Math.max(calm, began + lengthMs) + healWithinMs - performance.now(), undefined, { ref: false });
  return false;
}

function askAll(plan: Plan, world: World, began: number): Promise<AskRecord[]> {
  const over: Promise<AskRecord>[] = [];
  for (const ask of plan.asks) {
    over.push(
      pause(Math.max(0, began + ask.atMs - performance.now())).then(() => {
        const http = world.http[ask.tenant];
        if (http === undefined) throw new Error(`No client of ${ask.tenant}`);
        return playAsk(ask, {
          http,
          watch: world.watch,
          callbackUrl: `${world.callbackUrl}/${ask.n}`,
          over: (n) => over[n] ?? Promise.resolve(),
        });
      }),
    );
  }
  return Promise.all(over);
}

const isIsolated = (fault: Fault, all: readonly Fault[]): boolean =>
  all.every(
    (other) => other === fault || other.atMs > fault.atMs + ISOLATED_MS || other.atMs + other.forMs < fault.atMs,
  );

function reportOf(
  plan: Plan,
  { records, healed, resumedMs, tookMs }: Played,
  ends: string[],
): Omit<SeedReport, 'verdict' | 'moved' | 'movingMs'> {
  const byEnd: Record<string, number> = {};
  for (const end of ends) byEnd[end] = (byEnd[end] ?? 0) + 1;
  const measured = healed.filter(({ jobs }) => jobs > 0);
  return {
    seed: plan.seed,
    digest: plan.digest,
    accepted: ends.length,
    refused: records.filter(({ id }) => id === null).length,
    byEnd,
    faults: plan.faults.length,
    healedMs: measured.length === 0 ? null : Math.max(...measured.map(({ slowestMs }) => slowestMs ?? Infinity)),
    deaths: measured.length,
    resumedMs,
    tookMs,
  };
}

/** Injects the faults at their times. Resolves when the last has ended and everything is restored. */
async function injectFaults(
  faults: readonly Fault[],
  victims: Victims,
  began: number,
  onBegin: (fault: Fault) => void,
): Promise<void> {
  await Promise.all(
    faults.map(async (fault) => {
      await pause(Math.max(0, began + fault.atMs - performance.now()));
      onBegin(fault);
      const { begin, end } = faultOf(fault.kind);
      const begun = await begin(victims, fault);
      if (fault.forMs > 0) await pause(fault.forMs);
      await end?.(victims, fault, begun);
    }),
  );
}

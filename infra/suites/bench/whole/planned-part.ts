import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '@querent/testing';
import { usedMemory } from '../../load/suite/run-memory';
import { bareChain, runsOf } from '../hops/bare-chain';
import { median, quantile } from '../statistics';
import { latenciesOf, rateOf, steadyOf } from '../timing';
import { mediansOf, perRun, sumOf, type Figure, type Span } from './figures';
import { columns, cpuOf, rows, Meter } from './meter';
import { callsByOrigin } from '../redis/command-origin';
import type { PlannedQuestion, WarmProduct } from './warm-product';

export const IN_FLIGHT = 32;
const WARM_UP = { ms: 10_000 };
/** The bare chain is several times as fast. */
const BARE = { ms: 2_000 };
const OWN = { ms: 4_000 };
const STEADY_MS = 6_000;
/** Constant rates, as parts of the rate with `IN_FLIGHT`. */
const SHARES = [0.25, 0.5];
const IDLE_MS = 3_000;
const IDLE_SPANS = 3;
const MONITORED = 50;
/** Releases and clean-ups end before this time. */
const KEPT_AFTER_MS = 1_000;

/** Measures questions that the planner answers: time, processor time and Redis, beside the bare chain. */
export interface PlannedPart {
  round(): Promise<Figure[]>;
  close(): Promise<void>;
}

/** Opens the bare chain on its own Redis with the product's settings, and warms both up. */
export async function openPlannedPart(product: WarmProduct): Promise<PlannedPart> {
  const { planned, redis } = product;
  const bareRedis = await startRedis({ aof: true });
  const chain = await bareChain(
    bareRedis.url,
    planned.map(({ statement }) => statement),
  );
  const bare = runsOf(chain);
  const ask = (n: number): Promise<unknown> => product.ask(planned[n % planned.length] as PlannedQuestion);
  await rateOf(BARE, IN_FLIGHT, bare);
  await rateOf(WARM_UP, IN_FLIGHT, ask);
  const meter = await Meter.of(product);
  const idle = await idleSpan(meter);
  const origins = await callsByOrigin(product, MONITORED, () => latenciesOf({ runs: MONITORED }, ask));

  return {
    async round() {
      const bareLatencies = await latenciesOf(BARE, bare);
      const alone = await meter.spanOf(() => latenciesOf(OWN, ask));
      const bareRate = await rateOf(BARE, IN_FLIGHT, bare);
      const used = await usedMemory(redis);
      const crowded = await meter.spanOf(() => rateOf(OWN, IN_FLIGHT, ask));
      await pause(KEPT_AFTER_MS);
      const kept = ((await usedMemory(redis)) - used) / crowded.result.runs;
      const steady: Figure[] = [];
      for (const share of SHARES) {
        const rate = share * crowded.result.perSecond;
        const { span, result } = await meter.spanOf(() => steadyOf(STEADY_MS, rate, ask));
        steady.push(...steadyFigures(`${share * 100} % of the rate with ${IN_FLIGHT} in flight`, rate, result, span));
      }
      return [
        ...chainFigures(bareLatencies, bareRate.perSecond, alone.result, crowded.result.perSecond),
        ...steady,
        ...costFigures(alone.span, alone.result.length, idle, '1'),
        ...costFigures(crowded.span, crowded.result.runs, idle, String(IN_FLIGHT)),
        { part: 'redis', row: rows.kept, column: `${columns.commands} (${IN_FLIGHT})`, value: kept, aim: '≤ 10240' },
        ...origins,
      ];
    },
    async close() {
      await chain.close();
      await bareRedis.stop();
    },
  };
}

/** The median of several spans, because autovacuum and garbage collection work in bursts. */
async function idleSpan(meter: Meter): Promise<Span> {
  const spans: Span[] = [];
  for (let n = 0; n < IDLE_SPANS; n++) spans.push((await meter.spanOf(() => pause(IDLE_MS))).span);
  return { ms: median(spans.map(({ ms }) => ms)), counters: mediansOf(spans.map(({ counters }) => counters)) };
}

function chainFigures(bare: number[], bareRate: number, querent: number[], rate: number): Figure[] {
  const figure = (row: string, column: string, value: number, aim?: string): Figure => ({
    part: 'chain',
    row,
    column,
    value,
    ...(aim === undefined ? {} : { aim }),
  });
  const row = (name: string, latencies: number[], perSecond: number): Figure[] => [
    figure(name, 'p50 ms', median(latencies)),
    figure(name, 'p95 ms', quantile(latencies, 0.95)),
    figure(name, 'runs/s', perSecond),
  ];
  return [
    ...row('bare chain with the statement', bare, bareRate),
    ...row('Querent', querent, rate),
    figure('ratio', 'p50 ms', median(querent) / median(bare), '≤ 2.5'),
    figure('ratio', 'p95 ms', quantile(querent, 0.95) / quantile(bare, 0.95)),
    figure('ratio', 'runs/s', rate / bareRate, '≥ 0.2'),
  ];
}

/** A constant rate: latencies, and the processors in use, those of the idle product included. */
function steadyFigures(row: string, perSecond: number, latencies: number[], span: Span): Figure[] {
  const cells = {
    'runs/s': perSecond,
    'p50 ms': median(latencies),
    'p95 ms': quantile(latencies, 0.95),
    cores: cpuOf(span) / span.ms,
    'of Redis': cpuOf(span, 'Redis') / span.ms,
    'of PostgreSQL': cpuOf(span, 'PostgreSQL') / span.ms,
  };
  return Object.entries(cells).map(([column, value]) => ({ part: 'steady', row, column, value }));
}

/** The costs of a run while `load` runs are in flight, with the sums over processes and commands. */
function costFigures(span: Span, runs: number, idle: Span, load: string): Figure[] {
  const figures = perRun(span, runs, idle).map((figure) => ({ ...figure, column: `${figure.column} (${load})` }));
  const isCommand = ({ row }: Figure): boolean => row !== rows.bytesIn && row !== rows.bytesOut;
  const commands = figures.filter(isCommand);
  const cpu = `${columns.cpu} (${load})`;
  return [
    ...commands,
    sumOf(commands, 'cpu', cpu, '≤ 9'),
    ...[columns.calls, columns.switches].map((column) => sumOf(commands, 'cpu', `${column} (${load})`)),
    sumOf(commands, 'redis', `${columns.commands} (${load})`),
    ...figures.filter((figure) => !isCommand(figure)),
  ];
}

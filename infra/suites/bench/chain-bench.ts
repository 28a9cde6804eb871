import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Redis from 'ioredis';
import type { RunRequest } from '@querent/contracts';
import { BullMqTransport } from '@querent/messaging';
import { traceparentFrom, QueueKeys } from '@querent/platform';
import { defaultSagaSettings, RunStore, RunWatch } from '@querent/saga';
import { bareChain, runsOf, type Chain } from './hops/bare-chain';
import { startHops } from './hops/hops';
import { fixed, median, quantile } from './statistics';
import { latenciesOf, rateOf } from './timing';

const SEQUENTIAL = 150;
const BURST = 600;
const IN_FLIGHT = 64;
const ROUNDS = 5;

interface Round {
  latencies: number[];
  perSecond: number;
}

const names = ['bare', 'querent', 'traced'] as const;
type Rounds = Record<(typeof names)[number], Round[]>;

/** Measures all chains in turns over several rounds. Prints each figure and the ratios of the medians. */
export async function benchChains(redisUrl: string): Promise<void> {
  const collector = await deafCollector();
  const chains = {
    bare: await bareChain(redisUrl),
    querent: await querentChain(redisUrl),
    traced: await querentChain(redisUrl, collector.url),
  };
  const rounds: Rounds = { bare: [], querent: [], traced: [] };
  try {
    for (const name of names) await round(chains[name], 50, 200);
    for (let i = 0; i < ROUNDS; i++) {
      for (const name of names) rounds[name].push(await round(chains[name], SEQUENTIAL, BURST));
    }
  } finally {
    await Promise.all(Object.values(chains).map((chain) => chain.close()));
    collector.stop();
  }
  report(rounds);
}

function report(rounds: Rounds): void {
  const figures = (list: Round[]) => ({
    perSecond: median(list.map(({ perSecond }) => perSecond)),
    p50: median(list.map(({ latencies }) => quantile(latencies, 0.5))),
    p95: median(list.map(({ latencies }) => quantile(latencies, 0.95))),
  });
  const bare = figures(rounds.bare);
  const querent = figures(rounds.querent);
  const traced = figures(rounds.traced);
  console.log(
    `Five hops, one process each; median of ${ROUNDS} rounds: ${SEQUENTIAL} runs one by one (latency), ${BURST} with ${IN_FLIGHT} in flight (throughput)`,
  );
  console.log('                          runs/s   p50 ms   p95 ms');
  for (const [name, f] of [
    ['bare BullMQ chain', bare],
    ['Querent, idle stages', querent],
    ['… each run traced', traced],
  ] as const) {
    console.log(
      `  ${name.padEnd(22)} ${fixed(f.perSecond, 0).padStart(7)} ${fixed(f.p50).padStart(8)} ${fixed(f.p95).padStart(8)}`,
    );
  }
  console.log(
    `  ${'ratio Querent / bare'.padEnd(22)} ${fixed(querent.perSecond / bare.perSecond).padStart(7)} ${fixed(querent.p50 / bare.p50).padStart(8)} ${fixed(querent.p95 / bare.p95).padStart(8)}   (aim: ≥ 0.6, ≤ 1.5, ≤ 1.5)`,
  );
  console.log(
    `  ${'ratio traced / not'.padEnd(22)} ${fixed(traced.perSecond / querent.perSecond).padStart(7)} ${fixed(traced.p50 / querent.p50).padStart(8)} ${fixed(traced.p95 / querent.p95).padStart(8)}`,
  );
}

async function round(chain: Chain, sequential: number, burst: number): Promise<Round> {
  const run = runsOf(chain);
  const latencies = await latenciesOf({ runs: sequential }, run);
  const { perSecond } = await rateOf({ runs: burst }, IN_FLIGHT, run);
  return { latencies, perSecond };
}

const request: RunRequest = {
  question: 'how many orders',
  connection: 'bench',
  locale: 'en',
  timezone: 'UTC',
  today: '2026-01-01',
  conversationId: null,
  agent: null,
  mode: 'auto',
  cache: 'bypass',
  maxRows: null,
  callbackUrl: null,
};

/** A trace collector that discards everything. */
async function deafCollector(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, reply) => {
    request.resume();
    reply.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

/** @param collector endpoint for the traces of each run */
async function querentChain(redisUrl: string, collector?: string): Promise<Chain> {
  const settings = collector === undefined ? defaultSagaSettings : { ...defaultSagaSettings, prefix: 'traced' };
  const hops = await startHops(
    'hops/hop-querent.cjs',
    redisUrl,
    collector === undefined ? {} : { QUEUE_PREFIX: settings.prefix, OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  );
  const redis = new Redis(redisUrl);
  const subscriber = new Redis(redisUrl);
  const store = new RunStore(redis, settings);
  const transport = new BullMqTransport(redis, new QueueKeys(settings.prefix));
  const watch = new RunWatch(subscriber, store.keys);
  await watch.start();
  let listener: (id: string) => void = () => undefined;
  return {
    async submit(id) {
      const unwatch = watch.watch(id, (status) => {
        if (status !== 'succeeded') return;
        unwatch();
        listener(id);
      });
      const created = await store.create({
        id,
        tenant: 'bench',
        keyName: 'bench',
        traceparent: traceparentFrom(undefined),
        request,
      });
      if (created.kind === 'advanced' && created.outbox !== null) await transport.publish(created.outbox, 1);
    },
    onDone: (next) => void (listener = next),
    close: async () => {
      await hops.stop();
      await transport.close();
      redis.disconnect();
      subscriber.disconnect();
    },
  };
}

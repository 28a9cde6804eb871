import 'reflect-metadata';
import { Controller, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createRedis, QueueKeys, type RedisClient } from '@querent/platform';
import { StagePostponedError, type Outbox } from '@querent/saga';
import { FORMAT, type JobKey, type RunJob } from '@querent/contracts';
import { startRedis, startRedisCluster, waitFor } from '@querent/testing';
import { UnrecoverableError, Worker } from 'bullmq';
import { BullMqServer } from './bullmq-server';
import type { BullMqServerOptions } from './bullmq-server-options';
import { BullMqTransport } from './bullmq-transport';
import { OnJob } from './on-job';
import { Payload, type MicroserviceOptions } from '@nestjs/microservices';

const handles: JobKey[] = ['understand'];

/** A controller whose handler the test defines. */
function controllerOf(work: (job: RunJob) => Promise<void>): Type {
  @Controller()
  class TestController {
    @OnJob('understand')
    handle(@Payload() job: RunJob): Promise<void> {
      return work(job);
    }
  }
  return TestController;
}

describe('the BullMQ transport of Nest', () => {
  let redisServer: Awaited<ReturnType<typeof startRedis>>;
  const opened: { close(): Promise<unknown> }[] = [];
  const connections: RedisClient[] = [];
  let transport: BullMqTransport;
  let exhausted: { job: JobKey; runId: string; reason: string }[] = [];
  let prefix = '';
  let count = 0;

  beforeAll(async () => {
    redisServer = await startRedis();
  });
  afterAll(() => redisServer.stop());
  beforeEach(() => {
    prefix = `t${count++}`;
    exhausted = [];
    transport = new BullMqTransport(connect(), new QueueKeys(prefix));
  });
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close();
    await transport.close();
    connections.splice(0).forEach((connection) => connection.disconnect());
  });

  const connect = (): RedisClient => {
    const redis = createRedis(redisServer.url, 'worker');
    connections.push(redis);
    return redis;
  };
  const outbox = (runId: string): Outbox => ({ job: 'understand', payload: { runId, version: 1, traceparent: '' } });

  async function serve(controllers: Type[], over: Partial<BullMqServerOptions> = {}): Promise<BullMqServer> {
    @Module({ controllers })
    class TestModule {}
    const strategy = new BullMqServer({
      connection: connect(),
      keys: new QueueKeys(prefix),
      handles,
      concurrency: 4,
      lockDurationMs: 1_000,
      shutdownTimeoutMs: 500,
      handBackMs: 60_000,
      onExhausted: async (job, payload, reason) => void exhausted.push({ job, runId: payload.runId, reason }),
      onError: () => undefined,
      ...over,
    });
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(TestModule, {
      strategy,
      logger: false,
      abortOnError: false,
    });
    opened.push(app);
    await app.listen();
    return strategy;
  }

  it('retries a postponed job every time without using up its attempts', async () => {
    let calls = 0;
    const attempts: string[] = [];
    await serve(
      [
        controllerOf(async () => {
          calls += 1;
          if (calls <= 5) throw new StagePostponedError(10, 'busy');
        }),
      ],
      { onAttempt: (_job, result) => void attempts.push(result) },
    );
    const since = performance.now();
    await transport.publish(outbox('run00001'), 1);
    await waitFor(() => attempts.length > 0);
    // An idle worker waits exactly for the delay, not until the next whole second.
    expect(performance.now() - since).toBeLessThan(4_000);
    expect({ calls, attempts, exhausted }).toEqual({ calls: 6, attempts: ['completed'], exhausted: [] });
  });

  it('reports how long a job waited for a worker, at its first start only', async () => {
    await transport.publish(outbox('run00001'), 1);
    const published = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 60));
    let calls = 0;
    const waits: { queue: string; ms: number }[] = [];
    const attempts: string[] = [];
    const begun = performance.now();
    await serve(
      [
        controllerOf(async () => {
          calls += 1;
          if (calls === 1) throw new StagePostponedError(10, 'busy');
          if (calls === 2) throw new Error('once');
        }),
      ],
      {
        onStarted: (queue, ms) => void waits.push({ queue, ms }),
        onAttempt: (_job, result) => void attempts.push(result),
      },
    );
    await waitFor(() => attempts.includes('completed'));
    expect({ calls, attempts }).toEqual({ calls: 3, attempts: ['failed', 'completed'] });
    expect(waits).toEqual([{ queue: 'intent', ms: expect.any(Number) }]);
    // A millisecond of tolerance: the times of jobs are whole milliseconds.
    expect(waits[0]?.ms).toBeGreaterThanOrEqual(begun - published - 1);
    expect(waits[0]?.ms).toBeLessThan(performance.now() - published + 1);
  });

  it('retries a postponed job immediately when its wake promise resolves', async () => {
    let wake = (): void => undefined;
    const came = new Promise<void>((resolve) => (wake = resolve));
    let calls = 0;
    const attempts: string[] = [];
    await serve(
      [
        controllerOf(async () => {
          if (++calls === 1) throw new StagePostponedError(3_600_000, 'away', { wake: came });
        }),
      ],
      { onAttempt: (_job, result) => void attempts.push(result) },
    );
    await transport.publish(outbox('run00001'), 1);
    await waitFor(() => calls === 1);
    wake();
    await waitFor(() => attempts.length > 0);
    expect({ calls, attempts }).toEqual({ calls: 2, attempts: ['completed'] });
  });

  /** Simulates a missing reply to the command with which a worker waits for jobs or takes them. */
  const park = (server: BullMqServer, command: 'waitForJob' | 'moveToActive'): void => {
    const [worker] = server.unwrap<{ backend: Record<typeof command, () => Promise<never>> }[]>();
    if (worker !== undefined) worker.backend[command] = () => new Promise(() => undefined);
  };

  it.each(['waitForJob', 'moveToActive'] as const)(
    'replaces a worker whose loop has stopped at %s, so that waiting jobs are done',
    async (command) => {
      const [seen, replaced]: [string[], string[]] = [[], []];
      const server = await serve([controllerOf(async ({ runId }) => void seen.push(runId))], {
        concurrency: 1,
        watchMs: 20,
        onReplaced: (queue) => void replaced.push(queue),
      });
      park(server, command);
      await transport.publish(outbox('run00001'), 1);
      await waitFor(() => replaced.length > 0);
      await transport.publish(outbox('run00002'), 1);
      await waitFor(() => seen.includes('run00001') && seen.includes('run00002'));
      expect(server.isRunning()).toBe(true);
    },
  );

  it('does not replace a worker while the server of its queue in a cluster is away', async () => {
    const cluster = await startRedisCluster();
    const connection = createRedis(cluster.url, 'worker');
    const asked = jest.spyOn(connection, 'exists').mockRejectedValue(new Error('CLUSTERDOWN The cluster is down'));
    const replaced: string[] = [];
    try {
      const server = await serve([controllerOf(async () => undefined)], {
        connection,
        watchMs: 20,
        onReplaced: (queue) => void replaced.push(queue),
      });
      park(server, 'waitForJob');
      await waitFor(() => asked.mock.calls.length > 30);
      expect(replaced).toEqual([]);
      asked.mockRestore();
      await waitFor(() => replaced.length > 0);
      await server.close();
    } finally {
      connection.disconnect();
      await cluster.stop();
    }
  });

  it('does not replace a busy worker', async () => {
    const replaced: string[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let taken = false;
    const server = await serve([controllerOf(() => ((taken = true), gate))], {
      concurrency: 1,
      watchMs: 2,
      onReplaced: (queue) => void replaced.push(queue),
    });
    await transport.publish(outbox('run00001'), 1);
    await waitFor(() => taken);
    const [worker] = server.unwrap<Worker[]>();
    let checks = 0;
    Object.defineProperty(worker, 'concurrency', { get: () => ((checks += 1), 1) });
    await waitFor(() => checks > 20);
    release();
    expect(replaced).toEqual([]);
  });

  it('hands back a job that only a newer version knows, which that version takes as soon as it runs', async () => {
    const [back, explored, attempts]: [string[], RunJob[], string[]] = [[], [], []];
    @Controller()
    class Older {
      @OnJob('execute')
      execute(): void {}
    }
    @Controller()
    class Newer extends Older {
      @OnJob('execute')
      override execute(): void {}
      @OnJob('explore')
      explore(@Payload() job: RunJob): void {
        explored.push(job);
      }
    }
    await serve([Older], { handles: ['execute'], onHandedBack: (queue, why) => void back.push(`${queue} ${why}`) });
    const ofNewer: Outbox = { job: 'explore', payload: { runId: 'run00001', version: 1, traceparent: '' } };
    await transport.publish(ofNewer, 1);
    await waitFor(() => back.length >= 2);
    expect((await transport.stateOf(ofNewer, 1)).state).toBe('pending');
    await serve([Newer], {
      handles: ['execute', 'explore'],
      onAttempt: (job, result) => void attempts.push(`${job} ${result}`),
    });
    await waitFor(() => attempts.length > 0);
    expect({ back: [...new Set(back)], explored, attempts }).toEqual({
      back: ['executor job'],
      explored: [ofNewer.payload],
      attempts: ['explore completed'],
    });
    // At most once more: it may have been taken before the newer version started.
    expect(back.length).toBeLessThanOrEqual(4);
    expect(exhausted).toEqual([]);
  });

  it('hands back a job in a format of a newer version', async () => {
    const [back, seen]: [string[], RunJob[]] = [[], []];
    await serve([controllerOf(async (job) => void seen.push(job))], {
      onHandedBack: (queue, why) => void back.push(`${queue} ${why}`),
    });
    await transport.publish(
      { job: 'understand', payload: { runId: 'run00001', version: 1, traceparent: '', format: FORMAT + 1 } },
      1,
    );
    // Regardless of its other fields.
    await transport.publish(
      { job: 'understand', payload: { runId: 'run00002', version: 'two', format: FORMAT + 1 } as never },
      1,
    );
    await waitFor(() => back.length >= 2);
    expect({ back: [...new Set(back)], seen, exhausted }).toEqual({ back: ['intent format'], seen: [], exhausted: [] });
  });

  it('stops handing a job back when its run’s time is over, as after a rollback of the newer version', async () => {
    const ofNewer: Outbox = { job: 'explore', payload: { runId: 'run00001', version: 1, traceparent: '' } };
    const ofNewerFormat: Outbox = {
      job: 'execute',
      payload: { runId: 'run00002', version: 1, traceparent: '', format: FORMAT + 1 },
    };
    @Controller()
    class Older {
      @OnJob('execute')
      execute(): void {}
    }
    await serve([Older], { handles: ['execute'], handBackMs: -1 });
    for (const one of [ofNewer, ofNewerFormat]) {
      await transport.publish(one, 1);
      await waitFor(async () => (await transport.stateOf(one, 1)).state === 'failed');
    }
    expect(exhausted).toMatchObject([{ runId: 'run00002' }]);
  });

  it('gives a job to its handler, once for an id that is published twice', async () => {
    const seen: string[] = [];
    await serve([controllerOf(async (job) => void seen.push(job.runId))]);
    await transport.publish(outbox('run00001'), 1);
    await transport.publish(outbox('run00001'), 1);
    await transport.publish(outbox('run00002'), 1);
    await waitFor(() => seen.length >= 2);
    expect(seen.sort()).toEqual(['run00001', 'run00002']);
  });

  it('tries again when the handler throws, and reports the job once its attempts are used up', async () => {
    let tries = 0;
    await serve([
      controllerOf(async () => {
        tries++;
        throw new Error('the disk is full');
      }),
    ]);
    await transport.publish(outbox('run00003'), 1);
    await waitFor(() => exhausted.length > 0);
    expect(tries).toBe(3);
    expect(exhausted).toEqual([{ job: 'understand', runId: 'run00003', reason: 'the disk is full' }]);
    expect(await transport.stateOf(outbox('run00003'), 1)).toEqual({ state: 'failed', reason: 'the disk is full' });
  });

  it('does not try again after an UnrecoverableError', async () => {
    let tries = 0;
    await serve([
      controllerOf(async () => {
        tries++;
        throw new UnrecoverableError('never');
      }),
    ]);
    await transport.publish(outbox('run00004'), 1);
    await waitFor(() => exhausted.length > 0);
    expect(tries).toBe(1);
  });

  it('refuses a payload that is not a run job, without calling the handler', async () => {
    const seen: unknown[] = [];
    await serve([controllerOf(async (job) => void seen.push(job))]);
    const queue = transport.allQueues().find(({ name }) => name === 'intent');
    const job = await queue?.add('understand', { runId: 'x', evil: true }, { jobId: 'bad-1-1' });
    await waitFor(async () => (await job?.getState()) === 'failed');
    expect(seen).toEqual([]);
  });

  it('finds jobs of killed workers within 1.1 lock durations', async () => {
    const strategy = new BullMqServer({
      connection: connect(),
      keys: new QueueKeys(prefix),
      handles,
      concurrency: 1,
      lockDurationMs: 5_000,
      shutdownTimeoutMs: 500,
      handBackMs: 60_000,
      onExhausted: async () => undefined,
      onError: () => undefined,
    });
    @Module({ controllers: [controllerOf(async () => undefined)] })
    class TestModule {}
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(TestModule, {
      strategy,
      logger: false,
      abortOnError: false,
    });
    opened.push(app);
    await app.listen();
    const [worker] = strategy.unwrap<Worker[]>();
    expect(worker?.opts).toMatchObject({ lockDuration: 5_000, stalledInterval: 500 });
  });

  it('sends Redis almost no commands while its queue is idle, and still finds the job of a killed worker', async () => {
    const takenOver: string[] = [];
    const watching = await serve([controllerOf(async () => undefined)], {
      onTakenOver: (queue, jobId) => void takenOver.push(`${queue} ${jobId}`),
    });
    const redis = connect();
    const asked = async (): Promise<number> =>
      Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
    // The worker waits for a job, and has found no active one.
    await waitFor(async () => /cmdstat_llen/.test(await redis.info('commandstats')));
    const before = await asked();
    const since = performance.now();
    await waitFor(() => performance.now() - since > 2_000);
    // BullMQ checks for stalled jobs ten times per lock duration (one second here), with eight commands.
    expect((await asked()) - before).toBeLessThan(60);

    // Takes a job directly and then does nothing, like a killed worker.
    const killed = new Worker('intent', null, {
      connection: connect(),
      prefix: new QueueKeys(prefix).prefixOf('intent'),
      lockDuration: 1_000,
      autorun: false,
      skipVersionCheck: true,
    });
    opened.push({ close: () => killed.close(true) });
    const [worker] = watching.unwrap<Worker[]>();
    await worker?.pause();
    await transport.publish(outbox('killed'), 1);
    expect((await killed.getNextJob('token'))?.id).toBe('killed-1-1');
    await worker?.resume();
    await waitFor(async () => (await transport.stateOf(outbox('killed'), 1)).state !== 'pending');
    expect(takenOver).toEqual(['intent killed-1-1']);
  });

  it('does not start without a handler for a job of the service', async () => {
    await expect(serve([])).rejects.toThrow(/no handler for intent\/understand/);
  });

  it('does not start with two handlers for one job', async () => {
    const work = async (): Promise<void> => undefined;
    await expect(serve([controllerOf(work), controllerOf(work)])).rejects.toThrow(/two handlers/);
  });

  it('finishes the active job before it closes', async () => {
    let release = (): void => undefined;
    let done = false;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await serve(
      [
        controllerOf(async () => {
          await gate;
          done = true;
        }),
      ],
      { shutdownTimeoutMs: 5_000 },
    );
    await transport.publish(outbox('run00005'), 1);
    await waitFor(
      async () =>
        (await transport.stateOf(outbox('run00005'), 1)).state === 'pending' &&
        (await transport.backlog('intent')) === 0,
    );
    const closing = opened.pop()?.close();
    release();
    await closing;
    expect(done).toBe(true);
  });

  it('waits for an active job no longer than its timeout', async () => {
    let taken = false;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await serve([controllerOf(() => ((taken = true), gate))], { shutdownTimeoutMs: 200 });
    await transport.publish(outbox('run00007'), 1);
    await waitFor(() => taken);
    const started = performance.now();
    await opened.pop()?.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    release();
    await waitFor(async () => (await transport.stateOf(outbox('run00007'), 1)).state === 'missing');
  });

  it('reports a job that was never published as missing', async () => {
    expect(await transport.stateOf(outbox('run00006'), 1)).toEqual({ state: 'missing', reason: null });
  });
});

import { HealthState } from './health';

describe('readiness', () => {
  let redis: 'up' | 'away' = 'away';
  let connect: () => void;
  const open = (): HealthState => {
    const health = new HealthState();
    const check = async (): Promise<void> => {
      if (redis === 'away') throw new Error('connect ECONNREFUSED');
    };
    health.addStarted({ name: 'redis', check }, new Promise((resolve) => (connect = resolve)));
    return health;
  };

  it('waits for a dependency at the start, and stays when it goes away later', async () => {
    redis = 'away';
    const health = open();
    expect(await health.readiness()).toEqual({ ok: false, checks: { redis: 'connect ECONNREFUSED' } });
    redis = 'up';
    connect();
    expect(await health.readiness()).toEqual({ ok: true, checks: { redis: 'ok' } });
    redis = 'away';
    expect(await health.readiness()).toEqual({ ok: true, checks: { redis: 'connect ECONNREFUSED' } });
  });

  it('ends with the drain, and follows checks that are required at all times', async () => {
    redis = 'up';
    const health = open();
    connect();
    let isPrepared = false;
    health.addReady({
      name: 'warm-up',
      check: async () => {
        if (!isPrepared) throw new Error('busy');
      },
    });
    expect((await health.readiness()).ok).toBe(false);
    isPrepared = true;
    expect((await health.readiness()).ok).toBe(true);
    health.drain();
    expect((await health.readiness()).ok).toBe(false);
  });
});

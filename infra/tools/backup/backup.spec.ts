import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRedis, keyFamilies, keyReader, type RedisClient } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { recordedContracts } from '../../suites/upgrade/recorded-contracts';
import { readRedis, writeRedis } from '../../suites/upgrade/redis-content';
import { treatments } from './backed-up';
import { readHeader } from './backup-file';
import { datedFile, removeOld } from './dated-files';
import { checkBackup, restoreBackup } from './restore-backup';
import { saveBackup } from './save-backup';

const PREFIX = 'querent';
const familyOf = (key: string): string => keyReader(PREFIX)(key)?.family.name ?? 'unknown';
const isCopied = (key: string): boolean => typeof treatments[familyOf(key)] === 'string';

describe('A backup', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-backup-`);
  const file = `${folder}/a.backup`;
  const servers: ThrowAwayServer[] = [];
  let [source, target] = [] as Redis[] as [Redis, Redis];

  beforeAll(async () => {
    servers.push(await startRedis(), await startRedis());
    [source, target] = servers.map(({ url }) => new Redis(url)) as [Redis, Redis];
  });
  beforeEach(async () => {
    await Promise.all([source.flushall(), target.flushall()]);
  });
  afterAll(async () => {
    source.disconnect();
    target.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });
  /** A run that ended at a time, with its events and result. */
  const addRun = async (id: string, finishedAt: string): Promise<void> => {
    const key = `querent:{r3}:run:${id}`;
    await source.hset(key, { status: finishedAt ? 'succeeded' : 'executing', finishedAt });
    await source.rpush(`${key}:steps`, '1 status {}');
    await source.hset(`${key}:blob:rows`, 'index', Buffer.from([0, 255, 128]));
  };

  it('treats every family of keys', () => {
    expect(Object.keys(treatments).sort()).toEqual(keyFamilies.map(({ name }) => name).sort());
  });

  it.each(recordedContracts().map((recorded) => [recorded.version, recorded] as const))(
    'restores all that it copies of what version %s stored, byte for byte',
    async (_, { end }) => {
      await writeRedis(source, end);
      await saveBackup(source, PREFIX, file, 0);
      await restoreBackup(target, PREFIX, file);
      const active: string[] = [];
      for (const key of await source.keys('querent:{r*}:run:*'))
        if (familyOf(key) === 'runs' && (await source.hget(key, 'finishedAt')) === '') active.push(key);
      const isOfActive = (key: string): boolean =>
        active.some((run) => key === run || (key.startsWith(`${run}:`) && /^\{r\d+\}$/.test(key.split(':')[1] ?? '')));
      const before = await readRedis(source, (key) => isCopied(key) && !isOfActive(key));
      expect(await readRedis(target, () => true)).toEqual(before);
      const families = new Set(before.map(({ key }) => familyOf(key)));
      for (const name of ['runs', 'samples', 'feedback', 'conversations', 'audit trails', 'dead letters'])
        expect(families).toContain(name);
      expect(end.length).toBeGreaterThan(before.length);
    },
  );

  it('contains a run with all its keys if it ended a minute before, and nothing of other runs', async () => {
    await addRun('old3', '2026-01-01T00:00:00.000Z');
    await addRun('active3', '');
    await addRun('just3', new Date(Date.now() - 5_000).toISOString());
    await saveBackup(source, PREFIX, file);
    await restoreBackup(target, PREFIX, file);
    const run = 'querent:{r3}:run:old3';
    expect((await target.keys('*')).sort()).toEqual([run, `${run}:blob:rows`, `${run}:steps`]);
    expect(await target.hgetBuffer(`${run}:blob:rows`, 'index')).toEqual(Buffer.from([0, 255, 128]));
  });

  it('keeps the moment at which a key expires, and leaves out what has expired since', async () => {
    await source.set('querent:conversation:a:b', 'x', 'PX', 100_000);
    await source.set('querent:conversation:a:c', 'x', 'PX', 900);
    await source.set('querent:dead-letters', 'x');
    await saveBackup(source, PREFIX, file);
    await new Promise((resolve) => setTimeout(resolve, 1_900));
    expect(await restoreBackup(target, PREFIX, file)).toEqual({ written: 2, expired: 1 });
    const left = [await source.pttl('querent:conversation:a:b'), await target.pttl('querent:conversation:a:b')];
    expect(Math.abs((left[0] ?? 0) - (left[1] ?? 0))).toBeLessThan(250);
    expect(await target.pttl('querent:dead-letters')).toBe(-1);
  });

  it('copies a trail and its head at one moment while entries are appended', async () => {
    const [trail, head] = ['querent:{audit}:trail:acme', 'querent:{audit}:head:acme'];
    let appended = 0;
    let isWriting = true;
    const append = async (): Promise<void> => {
      while (isWriting) {
        appended++;
        await source.multi().xadd(trail, '*', 'n', appended).set(head, appended).exec();
      }
    };
    const writing = append();
    for (let n = 0; n < 5; n++) {
      await saveBackup(source, PREFIX, file);
      await target.flushall();
      await restoreBackup(target, PREFIX, file);
      const [[, last = []] = []] = await target.xrevrange(trail, '+', '-', 'COUNT', 1);
      expect(last[1]).toBe(await target.get(head));
    }
    isWriting = false;
    await writing;
    expect(appended).toBeGreaterThan(50);
  });

  /** Creates a user as backup.md describes it. */
  const connectAs = async (name: string, server: 0 | 1): Promise<RedisClient> => {
    const page = readFileSync(`${__dirname}/../../docs/operate/backup.md`, 'utf8');
    const [, user = '', ...rules] = (new RegExp(`^ {4}user ${name} .*$`, 'm').exec(page)?.[0] ?? '').trim().split(' ');
    await (server === 0 ? source : target).acl(
      'SETUSER',
      user,
      ...rules.map((rule) => (/^#0+$/.test(rule) ? '>secret' : rule)),
    );
    const url = (servers[server]?.url ?? '').replace('redis://', `redis://${user}:secret@`);
    return createRedis(url, 'worker');
  };

  it('needs no more rights than the user of backup.md has', async () => {
    await source.set('querent:dead-letters', 'x');
    await source.xadd('querent:{audit}:trail:acme', '*', 'n', 1);
    await source.set('other:dead-letters', 'x');
    await addRun('old3', '2026-01-01T00:00:00.000Z');
    const redis = await connectAs('querent-backup', 0);
    try {
      expect([...(await saveBackup(redis, PREFIX, file)).values()].reduce((sum, n) => sum + n, 0)).toBe(5);
      await expect(redis.get('querent:dead-letters')).rejects.toThrow('NOPERM');
      await expect(redis.dump('other:dead-letters')).rejects.toThrow('NOPERM');
      await expect(redis.set('querent:x', 1)).rejects.toThrow('NOPERM');
    } finally {
      redis.disconnect();
    }
    expect(await source.acl('LOG')).toHaveLength(3);
  });

  it('is restored with no more rights than the second user of backup.md has', async () => {
    await source.set('querent:dead-letters', 'x');
    await addRun('old3', '2026-01-01T00:00:00.000Z');
    await saveBackup(source, PREFIX, file);
    const redis = await connectAs('querent-restore', 1);
    try {
      expect(await restoreBackup(redis, PREFIX, file)).toEqual({ written: 4, expired: 0 });
      expect(await target.acl('LOG')).toEqual([]);
      await expect(redis.get('querent:dead-letters')).rejects.toThrow('NOPERM');
      await expect(redis.set('querent:x', 1)).rejects.toThrow('NOPERM');
    } finally {
      redis.disconnect();
    }
  });

  it('is dated, and only the newest of its name are kept', () => {
    const template = `${folder}/q-{time}.backup`;
    const paths = [1, 2, 3].map((hour) => datedFile(template, new Date(Date.UTC(2026, 10, 29, hour))));
    expect(paths[2]).toBe(`${folder}/q-20261129T030000Z.backup`);
    for (const path of [...paths, `${folder}/q-other.backup`]) writeFileSync(path, '');
    expect(removeOld(template, 2)).toEqual([paths[0]]);
    expect(removeOld(template, 2)).toEqual([]);
    expect(() => removeOld(`${folder}/q.backup`, 2)).toThrow('--keep needs {time}');
    expect(readdirSync(folder)).toContain('q-other.backup');
  });

  it('does not touch another installation on the same server', async () => {
    await source.set('other:dead-letters', 'x');
    await source.set('querent:dead-letters', 'y');
    await saveBackup(source, PREFIX, file);
    await target.set('other:dead-letters', 'kept');
    await restoreBackup(target, PREFIX, file);
    expect(await target.mget('other:dead-letters', 'querent:dead-letters')).toEqual(['kept', 'y']);
  });

  describe('is refused', () => {
    beforeEach(async () => {
      for (let n = 0; n < 200; n++) await source.set(`querent:conversation:a:${n}`, `value ${n}`);
      await saveBackup(source, PREFIX, file);
    });
    const changed = (change: (text: string) => string): void =>
      writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString())));

    it.each<[string, () => void, RegExp]>([
      [
        'if its last bytes are missing',
        () => writeFileSync(file, readFileSync(file).subarray(0, -500)),
        /cannot be read/,
      ],
      ['if its end is missing', () => changed((text) => text.replace(/\n[^\n]*\n$/, '\n')), /its end is missing/],
      ['if a line is missing', () => changed((text) => text.replace(/\n\[[^\n]*/, '')), /checksum is wrong/],
      ['if a name was changed', () => changed((text) => text.replace('a:7"', 'a:x"')), /checksum is wrong/],
      ['if a line was damaged', () => changed((text) => text.replace('["querent', '[17,"querent')), /is damaged/],
      ['if it is another file', () => writeFileSync(file, gzipSync('{"kind":"other"}\n')), /is no backup/],
      ['if it is empty', () => writeFileSync(file, gzipSync('')), /is empty/],
      ['if it is not compressed', () => writeFileSync(file, 'text'), /cannot be read/],
    ])('%s, before the first key is written', async (_, damage, message) => {
      damage();
      await expect(restoreBackup(target, PREFIX, file)).rejects.toThrow(message);
      expect(await target.dbsize()).toBe(0);
    });

    it('by a Redis that has keys of the installation, by another prefix, and by an older format', async () => {
      for (const key of ['{querent}:intent:id', '{querent:intent.3}:intent:id', 'querent:turns']) {
        await target.set(key, 1);
        await expect(restoreBackup(target, PREFIX, file)).rejects.toThrow(`such as ${key}`);
        await target.flushall();
      }
      await expect(restoreBackup(target, 'other', file)).rejects.toThrow('set QUEUE_PREFIX=querent');
      changed((text) => text.replace(/"format":\d+/, '"format":99'));
      await expect(restoreBackup(target, PREFIX, file)).rejects.toThrow('restore it with that version or a later one');
      expect(await target.dbsize()).toBe(0);
    });

    it('by nothing if it is sound', async () => {
      expect(await readHeader(file)).toMatchObject({ kind: 'querent-backup', layout: 1, prefix: PREFIX });
      const { counts } = await checkBackup(file);
      expect([...counts]).toEqual([['conversations', 200]]);
    });
  });
});

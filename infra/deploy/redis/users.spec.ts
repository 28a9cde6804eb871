import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { keyFamilies } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { uses } from '../../tests/faults/redis-uses';
import { rulesOf, writeAclFile, type AclFile } from './users';

const PASSWORD = 'for-the-tests-only';
const root = resolve(__dirname, '../../..');
const calledBy = (source: string): string[] =>
  [...source.matchAll(/(?:redis\.p?call|rcall|pcall)\(\s*['"](\w+)['"]/gi)].map(([, name]) =>
    String(name).toLowerCase(),
  );
const bullMq = join(dirname(require.resolve('bullmq')), 'scripts');
const ofBullMq = readdirSync(bullMq)
  .filter((file) => file.endsWith('.js'))
  .map((file) => join(bullMq, file));
const ours = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.lua') && !file.includes('node_modules'))
    .map((file) => join(root, folder, file)),
);
/** Example keys of a family, in an installation with this prefix: with queues in one slot, and in one for each. */
const samplesOf = (key: string, prefix: string): string[] =>
  [...new Set([prefix, `${prefix}:1`])]
    .filter((_, at) => at === 0 || key.startsWith('{P}'))
    .map((tag) =>
      key
        .replace(/^P:/, `${prefix}:`)
        .replace('{P}', `{${tag}}`)
        .replace(/<\w+…?>/g, '1')
        .replace(/\((\w+)[^)]*\)/, '$1'),
    );

/** The key families that each user may access. */
const reach: Record<string, (family: (typeof keyFamilies)[number]) => boolean> = {
  'querent-gateway': () => true,
  'querent-worker': ({ gatewaysOnly }) => gatewaysOnly !== true,
  // The keys of single flights have the same pattern as the entries of the cache.
  'querent-cache': ({ name, on }) => on === 'cache' || name === 'single flights',
};

const cases = [...rulesOf.keys()].flatMap((user) =>
  (['redis', 'valkey'] as const).map((program) => ({ user, program })),
);

describe.each(cases)('The user $user on $program', ({ user, program }) => {
  let users: AclFile;
  let server: ThrowAwayServer;
  let [admin, redis]: Redis[] = [];
  beforeAll(async () => {
    users = writeAclFile(PASSWORD, program);
    server = await startRedis({ program, settings: { aclfile: users.path } });
    admin = new Redis(server.url);
    redis = new Redis(server.url, { username: user, password: PASSWORD, disableClientInfo: true });
  });
  afterAll(async () => {
    redis?.disconnect();
    admin?.disconnect();
    await server?.stop();
    users?.remove();
  });
  const may = async (...command: string[]): Promise<boolean> =>
    (await admin?.call('ACL', 'DRYRUN', user, ...command)) === 'OK';
  const allowed = async (keys: string[]): Promise<string[]> =>
    (await Promise.all(keys.map(async (key) => ((await may('get', key)) ? [key] : [])))).flat();

  it('may access exactly the key families that it needs', async () => {
    const samples = keyFamilies.flatMap((family) =>
      samplesOf(family.key, 'querent').map((key) => ({ key, isReached: reach[user]?.(family) })),
    );
    expect(await allowed(samples.map(({ key }) => key))).toEqual(
      samples.flatMap(({ key, isReached }) => (isReached ? [key] : [])),
    );
  });

  it('may write them, except those that are only read', async () => {
    const readOnly = keyFamilies
      .filter(({ workersRead }) => workersRead)
      .flatMap(({ key }) => samplesOf(key, 'querent'));
    expect(readOnly).toHaveLength(2);
    const mayWrite = await Promise.all(readOnly.map((key) => may('set', key, '')));
    expect(mayWrite).toEqual(readOnly.map(() => user === 'querent-gateway'));
  });

  it('may access no key and no channel of another installation', async () => {
    const strange = ['other', 'querent2', 'querent-2'].flatMap((prefix) =>
      keyFamilies.flatMap(({ key }) => samplesOf(key, prefix)),
    );
    expect(await allowed([...strange, 'anything', '{l1:shop}:entries', '{conn:shop}:status'])).toEqual([]);
    for (const channel of ['other:changed', 'querent2:refresh-connection'])
      expect([await may('publish', channel, ''), await may('subscribe', channel)]).toEqual([false, false]);
  });

  it('may call no command that reaches beyond its keys', async () => {
    const dangerous = [
      ['keys', '*'],
      ['flushall'],
      ['flushdb'],
      ['config', 'get', '*'],
      ['config', 'set', 'save', ''],
      ['debug', 'sleep', '0'],
      ['script', 'flush'],
      ['function', 'flush'],
      ['acl', 'list'],
      ['shutdown'],
      ['monitor'],
      ['replicaof', 'no', 'one'],
      ['client', 'kill', 'ID', '1'],
      ['client', 'list'],
      ['swapdb', '0', '1'],
      ['cluster', 'reset'],
      ['psubscribe', '*'],
      ['save'],
      ['bgrewriteaof'],
      ['randomkey'],
      ['dbsize'],
    ];
    expect(
      (
        await Promise.all(dangerous.map(async (command) => ((await may(...command)) ? [command.join(' ')] : [])))
      ).flat(),
    ).toEqual([]);
  });

  it('may call every command of the scripts that it runs', () => {
    const [sent, atLeast] =
      user === 'querent-cache'
        ? [ours.filter((file) => /libs\/(cache|platform|retrieval\/src\/vectors\/redis)\//.test(file)), 10]
        : [[...ours, ...ofBullMq], 60];
    expect(sent.length).toBeGreaterThan(atLeast);
    expect(
      [...new Set(sent.flatMap((file) => calledBy(readFileSync(file, 'utf8'))))].filter(
        (name) => !rulesOf.get(user)?.includes(`+${name}`),
      ),
    ).toEqual([]);
  });

  it('may perform all of its operations on the server', async () => {
    const ofCaches = ['l1', 'l2', 'vectors', 'explored'];
    const ofGateways = [
      'r',
      'feedback',
      'config',
      'pins',
      'dismissals',
      'session',
      'sign-in',
      'token-grant',
      'conversation-list',
      'sample-revisions',
    ];
    const ofWorkers = Object.keys(uses).filter((family) => !ofGateways.includes(family));
    const names = { 'querent-cache': ofCaches, 'querent-worker': ofWorkers }[user] ?? Object.keys(uses);
    for (const name of names) await uses[name]?.(redis as Redis);
    expect(await admin?.acl('LOG')).toEqual([]);
  });
});

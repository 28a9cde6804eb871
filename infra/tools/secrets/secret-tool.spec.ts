import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog, openText, secretKeysOf } from '@querent/catalog';
import { secretTool } from './secret-tool';

const OLD = 'the old key of this spec';
const NEW = 'the new key of this spec';
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEs3cret\n-----END PRIVATE KEY-----\n';
const plain = `# the shop
label: { zh: 商城, en: shop }   # two names
url:   'postgres://app:s3cret-1@db/shop'  # to be encrypted
roles: { acme: "postgres://acme:s3cret-2@db/shop", a.b: postgres://ab:s3cret-3@db/shop, env: "\${ENV_URL}" }
tls:
  mode: verify-full
  key: |
    -----BEGIN PRIVATE KEY-----
    MIIEs3cret
    -----END PRIVATE KEY-----
  # behind the key
limits: { maxRows: 5 }
`;

describe('npm run secret', () => {
  let dir: string;
  let out: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'querent-secrets-'));
    mkdirSync(join(dir, 'connections'));
    write('shop', plain);
    out = '';
    for (const stream of [process.stdout, process.stderr])
      jest.spyOn(stream, 'write').mockImplementation((text) => ((out += String(text)), true));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(dir, { recursive: true, force: true });
    expect(out).not.toContain('s3cret');
  });

  const path = (name: string): string => join(dir, 'connections', `${name}.yaml`);
  const write = (name: string, text: string): void => writeFileSync(path(name), text);
  const read = (name = 'shop'): string => readFileSync(path(name), 'utf8');
  const run = (args: string[], key: string | undefined = OLD): Promise<number> =>
    secretTool([...args, '--dir', dir], { QUERENT_SECRET_KEY: key });
  const encryptAll = async (): Promise<void> => {
    for (const field of ['url', 'roles.acme', 'roles.a.b', 'tls.key'])
      expect(await run(['encrypt', '--connection', 'shop', '--field', field, '--from-file'])).toBe(0);
  };
  const connectionWith = async (key: string) => {
    const catalog = await openCatalog(dir, {
      watch: false,
      credentials: { QUERENT_SECRET_KEY: key, ENV_URL: 'postgres://env@db/shop' },
    });
    try {
      return { connection: catalog.connection('shop'), problems: catalog.problems() };
    } finally {
      await catalog.close();
    }
  };
  const opened = {
    url: 'postgres://app:s3cret-1@db/shop',
    roles: {
      acme: 'postgres://acme:s3cret-2@db/shop',
      'a.b': 'postgres://ab:s3cret-3@db/shop',
      env: 'postgres://env@db/shop',
    },
    tls: { mode: 'verify-full', key: PEM },
  };

  it('encrypts the secrets of a file, and leaves everything else unchanged', async () => {
    expect(await run(['check'])).toBe(1);
    expect(out.match(/--field (\S+) --from-file/g)).toHaveLength(4);
    await encryptAll();
    expect(read().replaceAll(/"enc:v1:[\w-]+"/g, '*')).toBe(
      plain
        .replace("'postgres://app:s3cret-1@db/shop'", '*')
        .replace('"postgres://acme:s3cret-2@db/shop"', '*')
        .replace('postgres://ab:s3cret-3@db/shop', '*')
        .replace(/\|\n {4}---.*\n.*\n {4}---.*\n/, '*\n'),
    );
    expect(await connectionWith(OLD)).toMatchObject({ connection: opened, problems: [] });
    expect(await run(['--check'])).toBe(0);
    expect(await run(['encrypt', '--connection', 'shop', '--field', 'url', '--from-file'])).toBe(1);
  });

  it('rotates the key so that a connection can be decrypted at every step', async () => {
    await encryptAll();
    const before = read();
    expect(await run(['rotate'], `${NEW},${OLD}`)).toBe(0);
    expect((await connectionWith(NEW)).connection).toMatchObject(opened);
    expect(read().replaceAll(/enc:v1:[\w-]+/g, '*')).toBe(before.replaceAll(/enc:v1:[\w-]+/g, '*'));
    const after = read();
    expect(await run(['rotate'], NEW)).toBe(0);
    expect(read()).toBe(after);
  });

  it('reports texts that it cannot rotate, and rotates the others', async () => {
    await encryptAll();
    write('copy', `url: ${/enc:v1:[\w-]+/.exec(read())?.[0] ?? ''}\n`);
    write('broken', 'url: {');
    expect(await run(['rotate'], `${NEW},${OLD}`)).toBe(1);
    expect(out).toContain(`${path('copy')}: url cannot be decrypted`);
    expect(out).toContain(`${path('broken')}: not valid YAML; skipped.`);
    expect((await connectionWith(NEW)).connection).toMatchObject(opened);
  });

  it('keeps the permissions of the file, and a symbolic link to it', async () => {
    mkdirSync(join(dir, 'real'));
    writeFileSync(join(dir, 'real', 'hall.yaml'), 'url: postgres://a:s3cret-4@db/x\n');
    chmodSync(join(dir, 'real', 'hall.yaml'), 0o640);
    symlinkSync('../real/hall.yaml', path('hall'));
    expect(await run(['encrypt', '--connection', 'hall', '--field', 'url', '--from-file'])).toBe(0);
    expect([statSync(path('hall')).mode & 0o777, readFileSync(join(dir, 'real', 'hall.yaml'), 'utf8')]).toEqual([
      0o640,
      expect.stringMatching(/^url: "enc:v1:/),
    ]);
    expect(readdirSync(join(dir, 'real'))).toEqual(['hall.yaml']);
  });

  it('generates keys that it accepts', async () => {
    expect(await secretTool(['generate-key'], {})).toBe(0);
    const key = out.trim();
    out = '';
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await run(['encrypt', '--connection', 'shop', '--field', 'url', '--from-file'], key)).toBe(0);
  });

  it.each<[string, string[], string | undefined, number, string]>([
    ['no command', [], OLD, 2, 'Usage:'],
    ['an unknown command', ['decrypt'], OLD, 2, 'Usage:'],
    ['an unknown option', ['check', '--force'], OLD, 2, 'Usage:'],
    [
      'a secret as an argument',
      ['encrypt', 'postgres://a:s3cret@db/x', '--connection', 'shop', '--field', 'url'],
      OLD,
      2,
      'A secret is never an argument',
    ],
    ['an unknown field', ['encrypt', '--connection', 'shop', '--field', 'label', '--from-file'], OLD, 2, 'Usage:'],
    ['a missing file', ['encrypt', '--connection', 'none', '--field', 'url', '--from-file'], OLD, 1, 'does not exist'],
    [
      'no key',
      ['encrypt', '--connection', 'shop', '--field', 'url', '--from-file'],
      undefined,
      1,
      'QUERENT_SECRET_KEY is not set',
    ],
    ['a weak key', ['rotate'], 'k'.repeat(40), 1, 'different characters'],
    ['a variable', ['encrypt', '--connection', 'shop', '--field', 'roles.env', '--from-file'], OLD, 1, 'not expanded'],
  ])('refuses %s', async (_, args, key, code, reason) => {
    const before = read();
    expect(await secretTool([...args, '--dir', dir], { QUERENT_SECRET_KEY: key })).toBe(code);
    expect(out).toContain(reason);
    expect(read()).toBe(before);
  });

  it('reads a secret from standard input', () => {
    const child = spawnSync(
      process.execPath,
      [
        join(__dirname, 'secret.mjs'),
        'encrypt',
        '--connection',
        'shop',
        '--field',
        'roles.late',
        '--dir',
        dir,
        '--print',
      ],
      { input: 'postgres://late:s3cret-5@db/x\n', env: { ...process.env, QUERENT_SECRET_KEY: OLD } },
    );
    expect([child.status, String(child.stderr)]).toEqual([0, '']);
    expect(openText(String(child.stdout), { connection: 'shop', field: 'roles.late' }, secretKeysOf(OLD))).toEqual({
      ok: true,
      text: 'postgres://late:s3cret-5@db/x',
    });
  });
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');

interface Ended {
  code: number;
  out: string;
  err: string;
}

const BUILT = 'dist/tools/check-config/check-config.cjs';

function check(args: string[], program = BUILT, from = root): Promise<Ended> {
  return promisify(execFile)(process.execPath, [program, ...args], {
    cwd: from,
    env: { ...process.env, QUERENT_CONFIG_DIR: '' },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  );
}

describe('npm run check-config', () => {
  let dir: string;
  // Bundles the program, as the build of the image does.
  beforeAll(async () =>
    expect(await check(['--help'], 'infra/tools/check-config/check-config.mjs')).toMatchObject({ code: 0 }),
  );
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'querent-check-'));
  });
  afterEach(() => rm(dir, { recursive: true }));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  };

  it('finds no mistake in the configuration of the demo', async () => {
    expect(await check(['--dir', 'infra/demo/config'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('no mistakes'),
      err: '',
    });
  });

  it('names each mistake with file, line and path, and ends with 1', async () => {
    await write('connections/shop.yaml', 'url: postgres://db/shop\nlimts: {}\n');
    await write('models/shop.yaml', 'metrics:\n  sales:\n    expression: sum(pg_sleep(9))\n');
    await write('agents/a.yaml', 'instructions: 5\n');
    await write('samples/shop.jsonl', 'not json\n');
    const { code, out, err } = await check(['--dir', dir]);
    expect([code, out.trim()]).toEqual([1, `${dir} (0 connections): 4 mistakes`]);
    expect(err).toContain('connections/shop.yaml:2 limts: Unknown key "limts". Did you mean "limits"?');
    expect(err).toContain(
      'models/shop.yaml:3 metrics.sales.expression: function "pg_sleep" is not allowed at position 5 (this entry is out of use)',
    );
    expect(err).toMatch(/^agents\/a\.yaml:1 instructions: /m);
    expect(err).toMatch(/^samples\/shop\.jsonl:1: The line is not valid JSON/m);
  });

  it('ends with 1 for a missing folder and for a tenants.yaml with mistakes, and with 2 for wrong arguments', async () => {
    expect(await check(['--dir', `${dir}/none`])).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist'),
    });
    await write('tenants.yaml', '- nme: acme\n');
    expect(await check(['--dir', dir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('tenants.yaml has mistakes'),
    });
    expect(await check(['--dri', dir])).toMatchObject({ code: 2, err: expect.stringContaining('--dri') });
  });

  it('checks variables and encrypted texts only with --credentials', async () => {
    await write('connections/shop.yaml', 'url: postgres://${SHOP_LOGIN_THAT_IS_NOT_SET}@db/shop\n');
    expect((await check(['--dir', dir])).code).toBe(0);
    expect(await check(['--dir', dir, '--credentials'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('SHOP_LOGIN_THAT_IS_NOT_SET is not set'),
    });
  });

  it('writes the JSON Schema of each kind of file for editors', async () => {
    expect(await check(['--schemas', join(dir, 'schemas')])).toMatchObject({ code: 0 });
    expect((await readdir(join(dir, 'schemas'))).sort()).toEqual([
      'agent.json',
      'connection.json',
      'keys.json',
      'model.json',
      'sample.json',
      'tenants.json',
    ]);
    const model = JSON.parse(await readFile(join(dir, 'schemas/model.json'), 'utf8')) as {
      properties: object;
      additionalProperties: boolean;
    };
    expect([Object.keys(model.properties).includes('metrics'), model.additionalProperties]).toEqual([true, false]);
  });

  it('runs with only the files that the image contains', async () => {
    await mkdir(join(dir, 'image/infra/tools/check-config'), { recursive: true });
    await cp(
      `${root}/infra/tools/check-config/check-config.mjs`,
      join(dir, 'image/infra/tools/check-config/check-config.mjs'),
    );
    await cp(`${root}/dist/tools/check-config`, join(dir, 'image/dist/tools/check-config'), { recursive: true });
    await symlink(`${root}/node_modules`, join(dir, 'image/node_modules'));
    expect(
      await check(
        ['--dir', `${root}/infra/demo/config`],
        'infra/tools/check-config/check-config.mjs',
        join(dir, 'image'),
      ),
    ).toMatchObject({ code: 0, out: expect.stringContaining('no mistakes') });
  });
});

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { secretKeyMistake } from '@querent/catalog';
import { runModule } from './run-module';

describe('npm start', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-key-`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const keyFor = (env: object): Promise<{ QUERENT_SECRET_KEY?: string }> =>
    runModule(
      `import { ownSecretKey } from './own-secret-key.mjs';
       console.log(JSON.stringify(ownSecretKey('${folder}/redis', ${JSON.stringify(env)})))`,
    );

  it('makes a secret key that only its user can read, and keeps it', async () => {
    const first = await keyFor({});
    expect(secretKeyMistake(first.QUERENT_SECRET_KEY ?? '')).toBeNull();
    expect(statSync(`${folder}/redis/secret-key`).mode & 0o777).toBe(0o600);
    expect(await keyFor({})).toEqual(first);
  });

  it.each([{ QUERENT_SECRET_KEY: 'of the user' }, { REDIS_URL: 'redis://elsewhere' }])(
    'makes no secret key with %j',
    async (env) => {
      expect(await keyFor(env)).toEqual({});
    },
  );
});

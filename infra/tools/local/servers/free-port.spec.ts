import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { runModule } from '../run-module';

describe('samePort', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-port-`);
  const file = `${folder}/state/port`;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Each process gives back its ports when it ends.
  const port = (): Promise<number> =>
    runModule<number>(
      `import { samePort } from './servers/free-port.mjs';
       console.log(JSON.stringify(await samePort(${JSON.stringify(file)})))`,
    );

  it('is the same in the next process', async () => {
    expect(await port()).toBe(await port());
  });

  it('is another one while the port is taken, and from then on', async () => {
    const before = await port();
    const taken = createServer().listen(before, '127.0.0.1');
    const other = await port();
    taken.close();
    expect(other).not.toBe(before);
    expect(await port()).toBe(other);
  });

  it.each(['nonsense', '99999', '80'])('replaces an unusable port in the file: %s', async (text) => {
    writeFileSync(file, text);
    const found = await port();
    expect(found).toBeGreaterThanOrEqual(20_000);
    expect(await port()).toBe(found);
  });
});

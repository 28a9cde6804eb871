import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { firstLine, runModule, startModule } from '../run-module';

describe('withFileLock', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-lock-`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const addOne = (lock: string, counter: string): string => `
    import { withFileLock } from './servers/file-lock.mjs';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setImmediate } from 'node:timers/promises';
    for (let n = 0; n < 5; n += 1) await withFileLock(${JSON.stringify(lock)}, async () => {
      const value = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
      await setImmediate();
      writeFileSync(${JSON.stringify(counter)}, String(value + 1));
    });
    console.log('true');`;

  it('lets only one process work at a time', async () => {
    writeFileSync(`${folder}/counter`, '0');
    await Promise.all(Array.from({ length: 4 }, () => runModule(addOne(`${folder}/lock`, `${folder}/counter`))));
    expect(readFileSync(`${folder}/counter`, 'utf8')).toBe('20');
  });

  it('takes over the lock of a process that died', async () => {
    const dead = await runModule<number>('console.log(process.pid)');
    writeFileSync(`${folder}/left-behind`, String(dead));
    writeFileSync(`${folder}/counter`, '0');
    await Promise.all([1, 2].map(() => runModule(addOne(`${folder}/left-behind`, `${folder}/counter`))));
    expect(readFileSync(`${folder}/counter`, 'utf8')).toBe('10');
  });

  it('reports the owner of a claim, and releases a claim when its process ends', async () => {
    const claim = `import { claimFile } from './servers/file-lock.mjs'; console.log(JSON.stringify(claimFile('${folder}/claim').owner ?? null))`;
    writeFileSync(`${folder}/claim`, String(process.pid));
    expect(await runModule(claim)).toBe(process.pid);
    rmSync(`${folder}/claim`);
    expect(await runModule(claim)).toBeNull();
    expect(await runModule(claim)).toBeNull();
  });
});

describe('findFreePort', () => {
  it('returns different ports to two processes before a server listens on them', async () => {
    const findMany = `
      import { findFreePort } from './servers/free-port.mjs';
      const found = [];
      for (let n = 0; n < 300; n += 1) found.push(await findFreePort());
      console.log(JSON.stringify(found));
      process.stdin.on('end', () => process.exit()).resume();`;
    const finders = [1, 2].map(() => startModule(findMany));
    const found = (await Promise.all(finders.map((finder) => firstLine<number[]>(finder)))).flat();
    finders.forEach((finder) => finder.stdin.end());
    expect(new Set(found).size).toBe(600);
  });
});

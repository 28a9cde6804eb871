import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { runModule } from './run-module';

interface Locked {
  version: string;
  optional?: boolean;
}

describe('npm run bootstrap', () => {
  const root = mkdtempSync(`${tmpdir()}/querent-stale-`);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const matches = async (wanted: Record<string, Locked>, installed?: Record<string, Locked>): Promise<boolean> => {
    rmSync(`${root}/node_modules`, { recursive: true, force: true });
    mkdirSync(`${root}/node_modules`);
    writeFileSync(`${root}/package-lock.json`, JSON.stringify({ packages: { '': { version: '1.0.0' }, ...wanted } }));
    if (installed) writeFileSync(`${root}/node_modules/.package-lock.json`, JSON.stringify({ packages: installed }));
    return runModule(
      `import { packagesMatchLockFile } from './staleness.mjs'; console.log(packagesMatchLockFile('${root}'))`,
    );
  };

  it.each([
    ['nothing was installed', { a: { version: '1.0.0' } }, undefined, false],
    ['all packages are installed', { a: { version: '1.0.0' } }, { a: { version: '1.0.0' } }, true],
    ['a version changed', { a: { version: '1.0.1' } }, { a: { version: '1.0.0' } }, false],
    ['a package was added', { a: { version: '1.0.0' }, b: { version: '2.0.0' } }, { a: { version: '1.0.0' } }, false],
    ['only a package of another platform is missing', { a: { version: '1.0.0', optional: true } }, {}, true],
    [
      'an optional package has another version',
      { a: { version: '1.0.1', optional: true } },
      { a: { version: '1.0.0' } },
      false,
    ],
  ])('installs unless the packages match: %s', async (_, wanted, installed, expected) => {
    expect(await matches(wanted, installed)).toBe(expected);
  });

  it('builds again after a source was added, edited or deleted, but not after a change of a spec', async () => {
    const sources = `${root}/sources`;
    const fingerprint = (): Promise<string> =>
      runModule(
        `import { fingerprintOf } from './staleness.mjs'; console.log(JSON.stringify(fingerprintOf(['${sources}'])))`,
      );
    mkdirSync(sources);
    writeFileSync(`${sources}/a.ts`, 'one');
    const first = await fingerprint();
    writeFileSync(`${sources}/a.spec.ts`, 'spec');
    expect(await fingerprint()).toBe(first);
    writeFileSync(`${sources}/a.ts`, 'other');
    const edited = await fingerprint();
    expect(edited).not.toBe(first);
    writeFileSync(`${sources}/b.ts`, 'two');
    expect(await fingerprint()).not.toBe(edited);
    rmSync(`${sources}/b.ts`);
    expect(await fingerprint()).toBe(edited);
  });
});

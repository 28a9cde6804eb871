import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { archiveOf, type ArchiveFile } from './archive';
import { billOfMaterials, shippedByBuild } from './bill-of-materials';
import { chartPackage } from './chart-package';
import { copiedPaths, ignoredPaths, imageContext } from './image-context';
import { closureOf, lockFileSchema, packageName } from './locked-packages';
import { changelogSection } from './readiness';
import { releaseTime, trackedFiles } from './tracked-files';

const root = resolve(__dirname, '../../..');
const TIME = 1_700_000_000;
const { packages } = lockFileSchema.parse(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')));

describe('An archive of a release', () => {
  const file = (path: string, executable = false): ArchiveFile => ({ path, content: Buffer.from(path), executable });
  const long = `${'folder/'.repeat(30)}文件`;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(`${tmpdir()}/querent-archive-`);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the same bytes for the same files in any order, and others for another time', async () => {
    const files = [file('b'), file('a/c', true), file(long)];
    const one = await archiveOf(files, TIME);
    expect((await archiveOf(files.toReversed(), TIME)).equals(one)).toBe(true);
    expect((await archiveOf(files, TIME + 1)).equals(one)).toBe(false);
    // Neither a name nor a time in the header of gzip.
    expect([...one.subarray(3, 8)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('is unpacked by tar with contents, modes and times', async () => {
    writeFileSync(`${folder}/a.tar.gz`, await archiveOf([file('b'), file('a/c', true), file(long)], TIME));
    execFileSync('tar', ['-xpzf', 'a.tar.gz'], { cwd: folder });
    for (const path of ['b', 'a/c', long]) {
      expect(readFileSync(`${folder}/${path}`, 'utf8')).toBe(path);
      expect(statSync(`${folder}/${path}`).mtimeMs).toBe(TIME * 1_000);
    }
    expect(statSync(`${folder}/b`).mode & 0o777).toBe(0o644);
    expect(statSync(`${folder}/a/c`).mode & 0o777).toBe(0o755);
  });

  it('of the chart contains the files behind links, below the folder of its name', async () => {
    const linked = ['rules/alerts.yaml', ...readdirSync(`${root}/infra/deploy/observability/grafana/dashboards`)].map(
      (name) => (name.includes('/') ? name : `dashboards/${name}`),
    );
    writeFileSync(`${folder}/chart.tgz`, await chartPackage(`${root}/infra/deploy/helm/querent`, TIME));
    execFileSync('tar', ['-xzf', 'chart.tgz'], { cwd: folder });
    expect(readdirSync(folder).sort()).toEqual(['chart.tgz', 'querent']);
    const chart = `${root}/infra/deploy/helm/querent`;
    for (const path of ['Chart.yaml', 'templates/backup.yaml', ...linked.map((name) => `files/${name}`)])
      expect(readFileSync(`${folder}/querent/${path}`, 'utf8')).toBe(readFileSync(`${chart}/${path}`, 'utf8'));
    expect(lstatSync(`${folder}/querent/files/dashboards`).isSymbolicLink()).toBe(false);
  });
});

describe('The build context of the image', () => {
  it('contains the sources of every COPY, and no test, secret or untracked file', () => {
    const paths = imageContext(root, trackedFiles(root)).map(({ path }) => path);
    for (const source of copiedPaths(readFileSync(`${root}/infra/deploy/docker/Dockerfile`, 'utf8')))
      expect([source, paths.some((path) => path === source || path.startsWith(`${source}/`))]).toEqual([source, true]);
    expect(paths).toContain('apps/gateway/src/main.ts');
    expect(paths.filter((path) => /\.spec\.ts$|\/fixtures?\/|^libs\/testing\/|(?:^|\/)\.env/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('infra/suites/') || path.startsWith('infra/tests/'))).toEqual([]);
  });

  it('refuses a COPY of a path that git does not track', () => {
    const tracked = trackedFiles(root).filter((path) => path !== 'NOTICE');
    expect(() => imageContext(root, tracked)).toThrow('The Dockerfile copies NOTICE, which git does not track.');
  });

  it.each([
    ['dist', 'dist/apps/main.cjs', true],
    ['dist', 'libs/dist', false],
    ['**/*.spec.ts', 'a.spec.ts', true],
    ['**/*.spec.ts', 'libs/a/b.spec.ts', true],
    ['**/*.spec.ts', 'libs/a/bxspec.ts', false],
    ['**/fixture', 'libs/a/fixture/b.ts', true],
    ['**/fixture', 'libs/a/fixtures.ts', false],
    ['infra/demo/*.ts', 'infra/demo/gold/a.ts', false],
    ['# dist', 'dist', false],
  ])('of .dockerignore, %s leaves out %s: %s', (pattern, path, expected) => {
    expect(ignoredPaths(`${pattern}\n`)(path)).toBe(expected);
  });

  it('refuses a pattern of .dockerignore that it does not read', () => {
    expect(() => ignoredPaths('!keep')).toThrow('!keep');
  });
});

describe('The bill of materials', () => {
  const bill = billOfMaterials(packages, TIME);
  const refs = new Set(bill.components.map((one) => one['bom-ref']));

  it('lists exactly the packages that the lock file does not mark as development, and those that the build ships', () => {
    const ref = (path: string): string =>
      `pkg:npm/${packageName(path).replace('@', '%40')}@${packages[path]?.version ?? ''}`;
    const shipped = closureOf(
      packages,
      Object.keys(shippedByBuild).map((name) => `node_modules/${name}`),
    ).map(ref);
    const production = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev === false);
    expect(production.length).toBeGreaterThan(100);
    expect([...refs].sort()).toEqual([...new Set([...production.map(ref), ...shipped])].sort());
  });

  it('contains every package whose code the command line includes', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['libs/cli/src/main.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      tsconfig: 'tsconfig.base.json',
      outdir: 'dist',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    const included = Object.keys(metafile.inputs).flatMap(
      (path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
    );
    expect(included).toContain('node_modules/commander');
    const names = new Set(bill.components.map(({ name }) => name));
    expect(included.map(packageName).filter((name) => !names.has(name))).toEqual([]);
  });

  it('names hash and licence of every package, and only dependencies that it lists', () => {
    const incomplete = bill.components.filter(({ hashes = [], licenses = [] }) => hashes.length + licenses.length < 2);
    // The lock file has no hash of packages for other platforms that a registry mirror lacks.
    expect(incomplete.filter(({ scope }) => scope !== 'optional')).toEqual([]);
    for (const { ref, dependsOn } of bill.dependencies) {
      expect(refs.has(ref) || ref === bill.metadata.component['bom-ref']).toBe(true);
      expect(dependsOn.filter((one) => !refs.has(one))).toEqual([]);
    }
    expect(bill.dependencies).toHaveLength(refs.size + 1);
  });

  it('depends on nothing but packages and time, with a serial number of its content', () => {
    expect(billOfMaterials(packages, TIME)).toEqual(bill);
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(billOfMaterials(packages, TIME + 1).serialNumber).not.toBe(bill.serialNumber);
  });
});

describe('The readiness for a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- a\n\n## [0.1.0] - 2026-11-23\n\nFirst.\n';

  it.each([
    ['0.2.0', '### Added\n\n- a'],
    ['0.1.0', 'First.'],
    ['0.3.0', undefined],
    ['Unreleased', undefined],
    ['0.2', undefined],
  ])('finds the section of %s', (version, expected) => {
    expect(changelogSection(changelog, version)).toBe(expected);
  });

  it('takes the time of SOURCE_DATE_EPOCH or of the commit, and refuses a text', () => {
    expect(releaseTime(root, '17')).toBe(17);
    expect(releaseTime(root)).toBeGreaterThan(TIME);
    expect(() => releaseTime(root, 'now')).toThrow('SOURCE_DATE_EPOCH is no number of seconds: now');
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isWholeRun, placeSpecs, root } from './spec-groups.cjs';

describe('groups of specs', () => {
  const { groups, alone } = placeSpecs();
  const placed = [...Object.values(groups).flat(), ...alone];

  it('every spec of the repository runs exactly once, in a group or alone', () => {
    const inFolder = (folder: string): string[] =>
      readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? inFolder(`${folder}/${entry.name}`) : `${folder}/${entry.name}`,
      );
    const all = ['apps', 'libs', 'infra'].flatMap(inFolder).filter((path) => path.endsWith('.spec.ts'));
    expect([...placed].sort()).toEqual(all.sort());
  });

  it('every group of specs has a group file, and every group has at least two specs', () => {
    const files = readdirSync(join(root, 'infra/tests/jest/groups')).sort();
    expect(files).toEqual(
      Object.keys(groups)
        .map((name) => `${name}.group.ts`)
        .sort(),
    );
    expect(Object.values(groups).filter((specs) => specs.length < 2)).toEqual([]);
    for (const spec of placed) expect(existsSync(join(root, spec))).toBe(true);
  });

  it('specs that need a separate instance of the product or change the process run alone', () => {
    expect(alone).toEqual(
      expect.arrayContaining([
        'infra/tests/faults/worker-kill.e2e.spec.ts',
        'libs/platform/src/silence-tracing.spec.ts',
        'libs/llm/src/chat/storm.spec.ts',
      ]),
    );
  });

  it.each<[string[], boolean]>([
    [['-c', 'infra/tests/jest/jest.config.cjs'], true],
    [['-c', 'infra/tests/jest/jest.config.cjs', '--ci', '--maxWorkers=3', '--json', '--outputFile=out.json'], true],
    [['-c', 'infra/tests/jest/jest.config.cjs', 'infra/tests/jest/groups/texts'], true],
    [['-c', 'infra/tests/jest/jest.config.cjs', 'libs/sql/src/guard'], false],
    [['libs/sql/src/guard', '--config=infra/tests/jest/jest.config.cjs'], false],
    [['-c', 'infra/tests/jest/jest.config.cjs', '-t', 'hostile'], false],
    [['-c', 'infra/tests/jest/jest.config.cjs', '--watch'], false],
  ])('Jest arguments %j start a whole run, which uses groups: %s', (args, whole) => {
    expect(isWholeRun(args)).toBe(whole);
  });
});

import { basename, join } from 'node:path';
import { placeSpecs, root } from './spec-groups.cjs';

/**
 * Runs the specs of a group in this file's module registry, each within a `describe` of its own path: its hooks stay
 * its own, and a failure names the file.
 * @param groupFile `groups/<name>.group.ts`
 */
export function runGroup(groupFile: string): void {
  const specs = placeSpecs().groups[basename(groupFile, '.group.ts')] ?? [];
  for (const spec of specs) describe(spec, () => load(spec));
}

/** One that cannot be loaded fails as one test: the others of its group still run. */
function load(spec: string): void {
  try {
    jest.requireActual(join(root, spec));
  } catch (error) {
    it('can be loaded', () => {
      throw error;
    });
  }
}

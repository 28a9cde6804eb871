import { basename, join } from 'node:path';
import { placeSpecs, root } from './spec-groups.cjs';

/**
 * Runs the specs of a group in one module registry. Each spec runs in a `describe` named after its path, so that its
 * hooks apply only to it and a failure names the file.
 * @param groupFile `groups/<name>.group.ts`
 */
export function runGroup(groupFile: string): void {
  const specs = placeSpecs().groups[basename(groupFile, '.group.ts')] ?? [];
  for (const spec of specs) describe(spec, () => load(spec));
}

/** A spec that fails to load becomes one failed test, so that the others of its group still run. */
function load(spec: string): void {
  try {
    jest.requireActual(join(root, spec));
  } catch (error) {
    it('the spec can be loaded', () => {
      throw error;
    });
  }
}

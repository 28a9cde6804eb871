import { basename, join } from 'node:path';
import { placeSpecs, root } from './spec-groups.cjs';

/** How far the clock is behind while specs are loaded, ms. */
const BEHIND_MS = 3_600_000;

/**
 * Runs the specs of a group in one module registry. Each spec runs in a `describe` named after its path, so that its
 * hooks apply only to it and a failure names the file.
 * @param groupFile `groups/<name>.group.ts`
 */
export function runGroup(groupFile: string): void {
  const specs = placeSpecs().groups[basename(groupFile, '.group.ts')] ?? [];
  whileBehind(() => {
    for (const spec of specs) describe(spec, () => load(spec));
  });
}

/**
 * The tests of a group can start many minutes after its specs are loaded. A spec that computes a time while it is
 * loaded, instead of in its tests, therefore fails here on each machine and not on slow ones alone.
 */
function whileBehind(work: () => void): void {
  const Right = Date;
  let behindMs = BEHIND_MS;
  globalThis.Date = class extends Right {
    constructor(...parts: [] | [number]) {
      super(...((parts.length > 0 ? parts : [Right.now() - behindMs]) as [number]));
    }

    // A module may keep this function.
    static override now(): number {
      return Right.now() - behindMs;
    }
  } as DateConstructor;
  try {
    work();
  } finally {
    globalThis.Date = Right;
    behindMs = 0;
  }
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

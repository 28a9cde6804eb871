const { readFileSync, statSync } = require('node:fs');
const { basename, join } = require('node:path');
const { placeSpecs, root } = require('./spec-groups.cjs');

/** Added to a spec that uses the built product: this takes about as long as other specs of this size in bytes. */
const bytesOfAStack = 100_000;

/** Added to a group: every group takes long, whatever its size, so all groups start before the single specs. */
const bytesOfAGroup = 1_000_000;

/**
 * Sorts test files by their expected duration, the longest first, so that no CPU is idle while a long one that started
 * last still runs. By default, Jest sorts by the durations of the previous run. A fresh clone, as in CI, has none, and
 * Jest then sorts by file size, which is unrelated to the duration of a group or of a spec that starts processes.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const { groups } = placeSpecs();
    const sizeOf = (path) => statSync(path).size;
    // Properties over many runs execute them in separate processes.
    const weightOf = (path) => sizeOf(path) + (/\.(?:e2e|property)\.spec\.ts$/.test(path) ? bytesOfAStack : 0);
    const weigh = ({ path }) => {
      // The embedder's WebAssembly sometimes failed to start in a process that had run many specs before.
      if (readFileSync(path, 'utf8').includes('openLocalEmbedder(')) return Number.MAX_SAFE_INTEGER - sizeOf(path);
      if (!path.endsWith('.group.ts')) return weightOf(path);
      return groups[basename(path, '.group.ts')].reduce((sum, spec) => sum + weightOf(join(root, spec)), bytesOfAGroup);
    };
    const weights = new Map(tests.map((test) => [test, weigh(test)]));
    return [...tests].sort((a, b) => weights.get(b) - weights.get(a));
  }

  /** Jest's default sequencer stores durations here; this one does not need them. */
  cacheResults() {}
};

const { readFileSync, statSync } = require('node:fs');
const { basename, join } = require('node:path');
const { placeSpecs, root } = require('./spec-groups.cjs');

/** What a spec asks of a built product takes about as long as Jest needs for so many bytes of other specs. */
const bytesOfAStack = 100_000;

/** Of the groups none is short, whatever its bytes: all begin before a single spec. */
const bytesOfAGroup = 1_000_000;

/**
 * Jest runs first what took longest the last time; a fresh clone, as CI's, does not know and went by the size of the
 * files, which says nothing of a group and little of a spec that starts processes. A long one that begins last is
 * waited for by an idle processor.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const { groups } = placeSpecs();
    const sizeOf = (path) => statSync(path).size;
    // Properties over many runs play them in processes of their own.
    const weightOf = (path) => sizeOf(path) + (/\.(?:e2e|property)\.spec\.ts$/.test(path) ? bytesOfAStack : 0);
    const weigh = ({ path }) => {
      // Its WebAssembly was seen not to start in a process that had run many others before.
      if (readFileSync(path, 'utf8').includes('openLocalEmbedder(')) return Number.MAX_SAFE_INTEGER - sizeOf(path);
      if (!path.endsWith('.group.ts')) return weightOf(path);
      return groups[basename(path, '.group.ts')].reduce((sum, spec) => sum + weightOf(join(root, spec)), bytesOfAGroup);
    };
    const weights = new Map(tests.map((test) => [test, weigh(test)]));
    return [...tests].sort((a, b) => weights.get(b) - weights.get(a));
  }

  /** Jest's own sequencer would write down how long each took. */
  cacheResults() {}
};

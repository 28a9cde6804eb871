const { readFileSync, statSync } = require('node:fs');
const { basename, join, relative } = require('node:path');
const { placeSpecs, root } = require('./spec-groups.cjs');

/** A built product starts, answers and ends in about as long as Jest needs for so many bytes of other specs. */
const bytesOfAStack = 100_000;

/**
 * Jest runs first what took longest the last time; a fresh clone, as CI's, does not know and went by the size of the files, which says
 * nothing of a group and little of a spec that starts processes. A long one that begins last is waited for by an idle processor.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const { groups } = placeSpecs();
    const sizeOf = (path) => statSync(path).size;
    const weigh = ({ path }) => {
      // Its WebAssembly was seen not to start in a process that had run many others before.
      if (readFileSync(path, 'utf8').includes('openLocalEmbedder(')) return Number.MAX_SAFE_INTEGER - sizeOf(path);
      if (path.endsWith('.e2e.spec.ts')) return bytesOfAStack + sizeOf(path);
      const members = path.endsWith('.group.ts') ? groups[basename(path, '.group.ts')] : [relative(root, path)];
      const start = members.some((spec) => spec.endsWith('.e2e.spec.ts')) ? bytesOfAStack : 0;
      return members.reduce((sum, spec) => sum + sizeOf(join(root, spec)), start);
    };
    const weights = new Map(tests.map((test) => [test, weigh(test)]));
    return [...tests].sort((a, b) => weights.get(b) - weights.get(a));
  }

  /** Jest's own sequencer would write down how long each took. */
  cacheResults() {}
};

const fastCheck = require('fast-check/unseeded');

/**
 * What specs get as `fast-check`: the same examples in every run, so that a red run is the work of its change.
 * `FUZZ_SEED=<number>` draws others, as whoever changes what a property is about should.
 */
fastCheck.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20261123) });

module.exports = fastCheck;

const fastCheck = require('fast-check/unseeded');

/**
 * The `fast-check` that specs import. It generates the same examples in every run, so that a failure is caused by the
 * tested change and not by chance. `FUZZ_SEED=<number>` generates other examples; use it after a change to the code
 * that a property covers.
 */
fastCheck.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20261123) });

module.exports = fastCheck;

const { resolve } = require('node:path');
const { isWholeRun, placeSpecs } = require('./spec-groups.cjs');

/**
 * `npm test` alone runs the groups and the specs that are in none; `npm test -- libs/sql/src/guard` the specs there as
 * they are.
 */
const choice = isWholeRun(process.argv.slice(2))
  ? {
      testMatch: [
        '<rootDir>/infra/tests/jest/groups/*.group.ts',
        ...placeSpecs().alone.map((spec) => `<rootDir>/${spec}`),
      ],
      testSequencer: '<rootDir>/infra/tests/jest/longest-first.cjs',
    }
  : { testMatch: ['**/*.spec.ts'] };

/** One Jest run for the whole repository. Specs are in the folder of the tested file. */
module.exports = {
  rootDir: resolve(__dirname, '../../..'),
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/infra'],
  ...choice,
  setupFiles: ['<rootDir>/infra/tests/jest/load-sql-parser.cjs'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.querent'],
  // Modules get these as parameters: a global is looked up in Jest's context through an interceptor, which takes a
  // quarter of the planner's processor time. What fake timers replace, such as Date, must stay a global.
  sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'RegExp', 'Set', 'String', 'Symbol', 'WeakMap'],
  moduleNameMapper: {
    '^@querent/([^/]+)/fixture$': '<rootDir>/libs/$1/src/fixture/index.ts',
    '^@querent/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^fast-check$': '<rootDir>/infra/tests/jest/seeded-fast-check.cjs',
    '^fast-check/unseeded$': require.resolve('fast-check'),
  },
  transform: {
    '\\.(lua|txt)$': '<rootDir>/infra/tests/jest/text-transform.cjs',
    '\\.[cm]?[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Nest's Fastify adapter pulls in two ESM-only packages that Jest must transform; OpenTelemetry's exporter imports
  // dynamically.
  transformIgnorePatterns: ['/node_modules/(?!(content-disposition|cookie|@opentelemetry/otlp-exporter-base)/)'],
  reporters: ['default', '<rootDir>/infra/tests/jest/closing-line-reporter.cjs'],
  // Specs that start processes mostly wait for them: two at once take two processors nearly whole; three were no
  // faster.
  maxWorkers: 2,
  // Longer than the default of `waitFor`, whose error names the condition.
  testTimeout: 60_000,
};

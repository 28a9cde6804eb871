const { resolve } = require('node:path');
const { isWholeRun, placeSpecs } = require('./spec-groups.cjs');

/**
 * `npm test` without arguments runs the groups of specs, and separately the specs that belong to no group.
 * `npm test -- libs/sql/src/guard` runs the specs of that folder without groups.
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
  // Modules receive these globals as parameters. Otherwise Jest resolves each global through an interceptor of its
  // context, which took a quarter of the planner's CPU time. Globals that fake timers replace, such as Date, are not
  // listed here.
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
  // Jest must transform these: ESM-only packages (two that Nest's Fastify adapter loads, jose, and openid-client with its own), and
  // OpenTelemetry's exporter, which uses dynamic imports.
  transformIgnorePatterns: [
    '/node_modules/(?!(content-disposition|cookie|jose|openid-client|oauth4webapi|@opentelemetry/otlp-exporter-base)/)',
  ],
  reporters: ['default', '<rootDir>/infra/tests/jest/closing-line-reporter.cjs'],
  // Specs that start processes mostly wait for them. Two Jest workers use two CPUs almost fully; three were not faster.
  maxWorkers: 2,
  // Longer than the default timeout of `waitFor`, so that its error, which names the condition, is reported first.
  testTimeout: 60_000,
};

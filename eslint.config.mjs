import { readdirSync, readFileSync } from 'node:fs';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const pureLibsMayNotImport = [
  '@nestjs/*',
  'bullmq',
  'ioredis',
  'pg',
  'pg-cursor',
  'pg-protocol',
  'node:http',
  'node:net',
  'node:fs',
  'pino',
  'prom-client',
];

/**
 * Packages that only libs/datasource, libs/history and libs/llm may import. Other code uses databases and models through
 * these libs.
 */
const databasePackages = ['pg', 'pg-cursor', 'pg-protocol'];
const modelPackages = ['openai', '@langchain/openai'];

const libsWithTag = (...tags) =>
  readdirSync(new URL('libs', import.meta.url)).filter((lib) => {
    const project = JSON.parse(readFileSync(new URL(`libs/${lib}/project.json`, import.meta.url), 'utf8'));
    return project.tags.some((tag) => tags.includes(tag));
  });

/**
 * The module boundaries by Nx tag. `testingLayer` lets the specs of every layer use the throw-away servers of
 * libs/testing, which production code must not import.
 */
const boundaries = (testingLayer) => [
  'error',
  {
    // Every process reports the version of package.json.
    allow: ['../../../package.json'],
    depConstraints: [
      {
        sourceTag: 'layer:app',
        onlyDependOnLibsWithTags: ['layer:platform', 'layer:domain', 'layer:contract', ...testingLayer],
        bannedExternalImports: [...databasePackages, ...modelPackages],
      },
      {
        sourceTag: 'layer:platform',
        onlyDependOnLibsWithTags: ['layer:platform', 'layer:domain', 'layer:contract', ...testingLayer],
      },
      {
        sourceTag: 'layer:domain',
        onlyDependOnLibsWithTags: ['layer:domain', 'layer:contract', ...testingLayer],
        bannedExternalImports: pureLibsMayNotImport,
      },
      {
        sourceTag: 'layer:contract',
        onlyDependOnLibsWithTags: [],
        bannedExternalImports: [...pureLibsMayNotImport, 'libpg-query'],
      },
      { sourceTag: 'layer:testing', onlyDependOnLibsWithTags: ['layer:contract'] },
      // These three rules also apply to indirect imports: no process can reach both a database and a language model.
      { sourceTag: 'uses:database', notDependOnLibsWithTags: ['uses:llm', 'uses:history'] },
      { sourceTag: 'uses:llm', notDependOnLibsWithTags: ['uses:database'] },
      { sourceTag: 'uses:neither', notDependOnLibsWithTags: ['uses:database', 'uses:llm'] },
      {
        allSourceTags: ['layer:platform', 'uses:neither'],
        bannedExternalImports: [...databasePackages, ...modelPackages],
      },
    ],
  },
];

/** The rules that need types are in .oxlintrc.json. */
export default [
  { ignores: ['**/node_modules', 'dist', '.nx', '.querent', 'coverage'] },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx', '**/*.mts'] })),
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mts'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      // Prettier wraps code but not comments.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        {
          selector:
            "CallExpression[callee.object.name='AbortSignal'][callee.property.name='any'] CallExpression[callee.object.name='AbortSignal'][callee.property.name='timeout']",
          message: 'Node 20 garbage-collects that time-out before it fires; use LinkedAbort of @querent/platform.',
        },
      ],
    },
  },
  {
    // ECharts takes 20 MB of memory and 90 ms of CPU time to load, so no service loads it at its start.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/drawing/**', 'apps/gateway/src/drawing/drawing-thread.ts', '**/*.spec.ts', '**/fixture/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['echarts', '@querent/drawing'].map((name) => ({
            name,
            message: 'Only the drawing thread of the gateway loads ECharts.',
          })),
        },
      ],
    },
  },
  {
    // The console uses the public API alone. Its bundle for browsers must not contain anything of the services.
    files: ['apps/console/src/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'react-aria-components', message: 'Import one component: react-aria-components/Button.' },
            { name: 'echarts', message: 'Import the parts that runs/chart-library.ts needs.' },
          ],
          patterns: [
            { regex: '^@querent/(?!client$)', message: 'The console uses the public API alone, over @querent/client.' },
            { regex: '^node:', message: 'The console runs in browsers.' },
          ],
        },
      ],
    },
  },
  {
    // `bannedExternalImports` above does not cover Node's built-in modules.
    files: libsWithTag('layer:domain', 'layer:contract').map((lib) => `libs/${lib}/src/**/*.ts`),
    ignores: ['**/*.spec.ts', '**/fixture/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                'node:fs',
                'node:fs/*',
                'node:net',
                'node:http',
                'node:https',
                'node:tls',
                'node:dns',
                'node:child_process',
                'node:worker_threads',
                ...pureLibsMayNotImport.filter((name) => !name.startsWith('node:')),
              ],
              message: 'This library is pure: no framework, database, network or file system.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/testing/**/*.ts', '**/fixture/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries(['layer:testing']) },
  },
];

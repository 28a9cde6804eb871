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

/** Packages that only libs/datasource and libs/llm may import: what else needs a database or a model goes through them. */
const databasePackages = ['pg', 'pg-cursor', 'pg-protocol'];
const modelPackages = ['openai', '@langchain/openai'];

const libsWithTag = (...tags) =>
  readdirSync(new URL('libs', import.meta.url)).filter((lib) => {
    const project = JSON.parse(readFileSync(new URL(`libs/${lib}/project.json`, import.meta.url), 'utf8'));
    return project.tags.some((tag) => tags.includes(tag));
  });

/** Specs of any layer may use the throw-away servers; what ships may not. */
const boundaries = (testingLayer) => [
  'error',
  {
    // The version, which every process tells.
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
      // These three hold of everything that an import leads to: no process has both the database and a model in reach.
      { sourceTag: 'uses:database', notDependOnLibsWithTags: ['uses:llm'] },
      { sourceTag: 'uses:llm', notDependOnLibsWithTags: ['uses:database'] },
      { sourceTag: 'uses:neither', notDependOnLibsWithTags: ['uses:database', 'uses:llm'] },
      {
        allSourceTags: ['layer:platform', 'uses:neither'],
        bannedExternalImports: [...databasePackages, ...modelPackages],
      },
    ],
  },
];

export default [
  { ignores: ['**/node_modules', 'dist', '.nx', '.querent', 'coverage'] },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts', '**/*.mts'] })),
  {
    files: ['**/*.ts', '**/*.mts'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      // Prettier wraps code, and leaves comments as they are.
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
          message: 'Node 20 collects that time-out before it fires: LinkedAbort of @querent/platform.',
        },
      ],
    },
  },
  {
    // Rules that read types, of specs too: a promise that a spec forgets is a check that it does not make.
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      // What was caught may be passed on as it came.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/restrict-template-expressions': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // bannedExternalImports above does not see Node's own modules.
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

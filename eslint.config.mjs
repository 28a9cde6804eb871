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
    // bannedExternalImports above does not see Node's own modules.
    files: [
      'libs/{compiler,constructions,contracts,explain,follow-ups,grammar,language,lexicon,lint,model,planner,rankings,reading,sql,suggestions}/src/**/*.ts',
    ],
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

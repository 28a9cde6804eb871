const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../../..');
const roots = ['apps', 'libs', 'infra'];

/**
 * Groups of specs that share one module registry in a whole run. Without groups, Jest loads Nest, zod, PostgreSQL's
 * parser and this repository's libraries again for each file. This was measured to take half of the CPU time of the
 * planner's specs and two thirds of those of apps/gateway. The specs of a group load these modules once. Key: name of
 * the file in groups/ that runs the group. Value: the folders of its specs, which import mostly the same modules.
 */
const groups = {
  gateway: ['apps/gateway', 'infra/tools/client', 'infra/tools/ops'],
  answers: [
    'apps/chart',
    'apps/intent',
    'apps/schema-retrieval',
    'apps/sql-generator',
    'libs/suggestions',
    'infra/deploy/docker',
    'infra/deploy/helm',
    'infra/deploy/k8s',
    'infra/deploy/observability',
  ],
  executor: ['apps/executor', 'libs/datasource', 'infra/tools/roles'],
  planner: [
    'libs/compiler',
    'libs/explain',
    'libs/follow-ups',
    'libs/lexicon',
    'libs/model',
    'libs/planner',
    'libs/reading',
  ],
  // Specs of a second or less, which alone would mostly start Jest's environment.
  small: [
    'apps/console',
    'infra/docs',
    'infra/suites/bench',
    'infra/suites/load',
    'infra/tools/release',
    'libs/cli',
    'libs/drawing',
  ],
  texts: ['libs/client', 'libs/contracts', 'libs/language', 'libs/lint', 'libs/sql'],
  // Without libs/llm/src/chat: its load tests and time limits need a process with little in memory.
  models: ['libs/llm/src/prompts', 'libs/llm/src/replies', 'libs/retrieval'],
  stores: [
    'libs/audit',
    'libs/cache',
    'libs/catalog',
    'libs/history',
    'libs/impact',
    'libs/memory',
    'libs/messaging',
    'libs/platform',
    'libs/privacy',
    'libs/saga',
    'libs/testing',
    'infra/tools/local',
    'infra/tools/secrets',
    'infra/tools/build',
  ],
  demo: ['infra/demo', 'infra/suites/pairs'],
  suites: [
    'infra/suites/chaos',
    'infra/suites/eval',
    'infra/deploy/redis',
    'infra/suites/recall',
    'infra/suites/meaning',
    'infra/suites/planner-laws',
    'infra/suites/upgrade',
  ],
  // Separate from the other suites, because it loads the dictionary into the planner of its module registry.
  domains: ['infra/suites/domains'],
  tenants: ['infra/suites/leak', 'infra/suites/tenants'],
  // With the specs of any folder that open pages of the built product: they are slow and need a stack, so they run
  // beside the group `stack` and not in it.
  browser: ['infra/tests/browser'],
  // Specs of the product in pages of others.
  embedding: [],
  // Specs of any folder that use the built product with its default settings.
  stack: [],
  // Specs of any folder that add their own connections, models and keys to a running product.
  configured: [],
};

/** Patterns of specs that share one running instance of the built product; the first one that matches applies. */
const sharesStack = {
  embedding: /\bopenEmbedding\(\)/,
  browser: /\bopenBrowser\(\)/,
  stack: /\bplainStack\(\)/,
  configured: /\bConfiguredStack\.open\(/,
};

/**
 * Pattern of specs that would affect other specs of their module registry or process, and therefore run alone. Several
 * local embedders in one process fail to start.
 */
const mustRunAlone =
  /jest\.(mock|doMock|unmock|useFakeTimers|resetModules|isolateModules|setTimeout)|process\.env\s*=|process\.env[.[][^=\n]*[^=!<>]=[^=>]|Object\.assign\(process\.env|toMatchSnapshot|openLocalEmbedder|process\.chdir/;

/** Pattern of specs that load few modules and do their work in child processes. They run best in parallel with others. */
const usesChildProcesses = /from '\.\/play-(?:halves|in-portions)'/;

/**
 * Assigns every spec of the repository to exactly one group, or to `alone`.
 * @returns {{ groups: Record<string, string[]>, alone: string[] }} paths relative to the root of the repository
 */
function placeSpecs() {
  const placed = Object.fromEntries(Object.keys(groups).map((name) => [name, []]));
  const alone = [];
  for (const spec of roots.flatMap(specsIn)) (placed[groupOf(spec)] ?? alone).push(spec);
  return { groups: placed, alone };
}

function groupOf(spec) {
  const text = readFileSync(join(root, spec), 'utf8');
  if (mustRunAlone.test(text) || usesChildProcesses.test(text)) return undefined;
  if (spec.endsWith('.e2e.spec.ts')) return Object.keys(sharesStack).find((name) => sharesStack[name].test(text));
  return Object.keys(groups).find((name) => groups[name].some((folder) => spec.startsWith(`${folder}/`)));
}

function specsIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.spec.ts') && !name.includes('node_modules/'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/**
 * Whether Jest was started for the whole repository or for a group. If the arguments name another file, a folder or a
 * test, the specs run without groups.
 * @param {string[]} args command-line arguments of Jest
 */
function isWholeRun(args) {
  return args.every(
    (arg, at) =>
      /^(-c|--config|--ci|--silent|--verbose|--json|--maxWorkers=.*|--config=.*|--outputFile=.*|infra\/tests\/jest\/groups\/.*)$/.test(
        arg,
      ) || /^(-c|--config)$/.test(args[at - 1] ?? ''),
  );
}

module.exports = { root, placeSpecs, isWholeRun };

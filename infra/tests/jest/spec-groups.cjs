const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../../..');
const roots = ['apps', 'libs', 'infra'];

/**
 * Which specs share one module registry in a whole run. Jest loads Nest, zod, PostgreSQL's parser and our own libraries
 * anew for each file: measured, half the processor time of the planner and two thirds of apps/gateway. A group's
 * specs load them once. Key: the file in groups/ that runs them; value: their folders, of projects that load much the
 * same.
 */
const groups = {
  gateway: ['apps/gateway', 'infra/tools/ops'],
  answers: [
    'apps/chart',
    'apps/intent',
    'apps/schema-retrieval',
    'apps/sql-generator',
    'libs/suggestions',
    'infra/deploy/docker',
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
  texts: ['libs/contracts', 'libs/language', 'libs/lint', 'libs/sql'],
  // Not libs/llm/src/chat: its storms and bounds of time want a process with little in memory.
  models: ['libs/llm/src/prompts', 'libs/llm/src/replies', 'libs/retrieval'],
  stores: [
    'libs/audit',
    'libs/cache',
    'libs/catalog',
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
  // Apart from the other suites: it gives the planner of its registry the dictionary.
  domains: ['infra/suites/domains'],
  tenants: ['infra/suites/leak', 'infra/suites/tenants'],
  // Those that start the built product without settings of their own, wherever they are.
  stack: [],
  // Those that bring connections, models and keys of their own to a running product.
  configured: [],
};

/** It shares the built product with others. */
const sharesStack = { stack: /\bplainStack\(\)/, configured: /\bConfiguredStack\.open\(/ };

/**
 * Specs that affect others of their module registry or process, and therefore run alone. Several local embedders in one
 * process fail to start.
 */
const keepsToItself =
  /jest\.(mock|doMock|unmock|useFakeTimers|resetModules|isolateModules|setTimeout)|process\.env\s*=|process\.env[.[][^=\n]*[^=!<>]=[^=>]|Object\.assign\(process\.env|toMatchSnapshot|openLocalEmbedder|process\.chdir/;

/** Specs that load little and play in child processes, which run best in parallel with others. */
const playsInProcesses = /from '\.\/play-halves'/;

/**
 * @returns {{ groups: Record<string, string[]>, alone: string[] }} every spec of the repository once, by its path from
 * the repository's folder
 */
function placeSpecs() {
  const placed = Object.fromEntries(Object.keys(groups).map((name) => [name, []]));
  const alone = [];
  for (const spec of roots.flatMap(specsIn)) (placed[groupOf(spec)] ?? alone).push(spec);
  return { groups: placed, alone };
}

function groupOf(spec) {
  const text = readFileSync(join(root, spec), 'utf8');
  if (keepsToItself.test(text) || playsInProcesses.test(text)) return undefined;
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
 * Whether Jest was started for everything, or for a group. Whoever names another file, a folder or a test gets the
 * specs as they are.
 * @param {string[]} args Jest's
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

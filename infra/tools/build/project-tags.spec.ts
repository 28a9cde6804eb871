import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');
const projects = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
);

it('Each Nx project has one tag for its layer and one for the packages that it may use', () => {
  const tags = projects.map((project) => {
    const { tags } = JSON.parse(readFileSync(`${root}/${project}/project.json`, 'utf8')) as { tags: string[] };
    return `${project} ${[...tags].sort().join(' ')}`;
  });
  const wellFormed = /^\S+ layer:(app|platform|domain|contract|testing) uses:(database|history|llm|neither)$/;
  expect(tags.filter((line) => !wellFormed.test(line))).toEqual([]);
});

/** Runs in a separate process, because ESLint imports its configuration dynamically, which Jest does not support. */
const LINT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId === '@nx/enforce-module-boundaries',
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
  const answers = [];
  for (const [project, name] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText('import ' + JSON.stringify(name) + ';', {
      filePath: project + '/src/imports-it.ts',
    });
    answers.push(messages.map(({ message }) => message).join());
  }
  console.log(JSON.stringify(answers));
`;

const run = promisify(execFile);
const env = { ...process.env, NX_DAEMON: 'false' };

/** The messages of the boundary rule for each import, in the order of the imports; empty if the import is allowed. */
async function answersTo(imports: readonly (readonly [string, string])[]): Promise<string[]> {
  // The rule skips every file if Nx has no cached project graph.
  await run('node_modules/.bin/nx', ['show', 'projects'], { cwd: root, env });
  const lint = ['--input-type=module', '--eval', LINT, JSON.stringify(imports)];
  const { stdout } = await run(process.execPath, lint, { cwd: root, env });
  return JSON.parse(stdout) as string[];
}

const refused = [
  ['apps/gateway', '@querent/datasource', 'uses:neither'],
  ['apps/gateway', '@querent/llm', 'uses:neither'],
  ['apps/gateway', 'pg', 'layer:app'],
  ['apps/schema-retrieval', '@querent/llm', 'uses:neither'],
  ['apps/executor', '@querent/llm', 'uses:database'],
  ['apps/executor', 'pg', 'layer:app'],
  ['apps/executor', '@querent/history', 'uses:database'],
  ['apps/sql-generator', '@querent/datasource', 'uses:llm'],
  ['libs/cache', '@querent/llm', 'uses:neither'],
  ['libs/catalog', 'pg', 'uses:neither'],
  ['libs/llm', '@querent/datasource', 'uses:llm'],
  ['libs/planner', '@querent/platform', 'layer:domain'],
] as const;
const allowed = [
  ['apps/gateway', '@querent/catalog'],
  ['apps/executor', '@querent/datasource'],
  ['apps/intent', '@querent/llm'],
  ['libs/datasource', 'pg'],
  ['libs/history', 'pg'],
] as const;

it('The boundary rule refuses direct and indirect imports that a project’s tags forbid, and no other', async () => {
  const answers = await answersTo([...refused, ...allowed].map(([project, name]) => [project, name]));
  expect(answers).toEqual([
    ...refused.map(([, , tag]) => expect.stringMatching(new RegExp(`tagged with.*"${tag}"`))),
    ...allowed.map(() => ''),
  ]);
});

// npm run cycles [-- --help]: the circles of imports between our modules. An import of types alone makes none.
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { takesNoOptions } from '../local/takes-no-options.mjs';
import { bundleOptions, repositoryRoot } from './bundle.mjs';

takesNoOptions(`Usage: npm run cycles

Names the circles of imports between the modules of apps/ and libs/, and ends with 1 where there is one.`);

const modules = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(`${repositoryRoot}/${folder}`, { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `./${folder}/${path}`),
);
const { compilerOptions } = JSON.parse(readFileSync(`${repositoryRoot}/tsconfig.base.json`, 'utf8'));
const { metafile } = await build({
  ...bundleOptions,
  stdin: { contents: modules.map((path) => `import ${JSON.stringify(path)};`).join('\n'), resolveDir: repositoryRoot },
  tsconfig: undefined,
  // An import counts even where only types of it are used, unless it says so.
  tsconfigRaw: { compilerOptions: { ...compilerOptions, verbatimModuleSyntax: true } },
  metafile: true,
  write: false,
});

const imported = ({ imports }) => imports.filter(({ external }) => !external).map(({ path }) => path);
const circles = circlesOf(new Map(Object.entries(metafile.inputs).map(([path, input]) => [path, imported(input)])));
if (circles.length === 0) console.log(`No circles in ${modules.length} modules.`);
for (const circle of circles) console.log(circle.join(' > '));
process.exitCode = circles.length === 0 ? 0 : 1;

/**
 * One circle for each import that leads back to a module on the way to it.
 * @param {Map<string, string[]>} imports of each module
 * @returns {string[][]}
 */
function circlesOf(imports) {
  const found = [];
  const done = new Set();
  const way = [];
  const visit = (module) => {
    if (way.includes(module)) return void found.push([...way.slice(way.indexOf(module)), module]);
    if (done.has(module)) return;
    way.push(module);
    for (const next of imports.get(module) ?? []) visit(next);
    way.pop();
    done.add(module);
  };
  for (const module of imports.keys()) visit(module);
  return found;
}

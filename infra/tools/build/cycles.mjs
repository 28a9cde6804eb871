// npm run cycles [-- --help]: finds import cycles between the repository's modules, type-only imports included.
import { relative } from 'node:path';
import ts from 'typescript';
import { takesNoOptions } from '../local/takes-no-options.mjs';
import { repositoryRoot } from './bundle.mjs';

takesNoOptions(`Usage: npm run cycles

Lists the import cycles between the modules of apps/, libs/ and infra/. Type-only imports count.
Exit codes: 0 without a cycle, 1 with one.`);

const { config } = ts.readConfigFile(`${repositoryRoot}/tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, allowJs: true, jsx: 'react-jsx' }, repositoryRoot);
const cache = ts.createModuleResolutionCache(repositoryRoot, (name) => name, options);
const modules = ts.sys.readDirectory(
  repositoryRoot,
  ['.ts', '.tsx', '.mts', '.cts', '.mjs', '.cjs'],
  ['**/node_modules'],
  ['apps', 'libs', 'infra'],
);

const cycles = cyclesIn(new Map(modules.map((module) => [module, importsOf(module)])));
if (cycles.length === 0) console.log(`No cycles in ${modules.length} modules.`);
for (const cycle of cycles) console.log(cycle.map((module) => relative(repositoryRoot, module)).join(' > '));
process.exitCode = cycles.length === 0 ? 0 : 1;

/**
 * The modules of the repository that a module imports: values, types and dynamic imports.
 * @param {string} module
 * @returns {string[]}
 */
function importsOf(module) {
  const { importedFiles } = ts.preProcessFile(ts.sys.readFile(module) ?? '', true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const { resolvedModule } = ts.resolveModuleName(fileName, module, options, ts.sys, cache);
    // A `.d.mts` file describes the types of a script; the script itself contains the imports.
    return resolvedModule ? [resolvedModule.resolvedFileName.replace(/\.d\.([mc])ts$/, '.$1js')] : [];
  });
}

/**
 * One cycle for each import of a module that is on the current path of the depth-first search.
 * @param {Map<string, string[]>} imports of each module
 * @returns {string[][]}
 */
function cyclesIn(imports) {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (module) => {
    if (path.includes(module)) return void found.push([...path.slice(path.indexOf(module)), module]);
    if (done.has(module)) return;
    path.push(module);
    for (const next of imports.get(module) ?? []) visit(next);
    path.pop();
    done.add(module);
  };
  for (const module of imports.keys()) visit(module);
  return found;
}

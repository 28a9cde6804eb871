// npm run cycles [-- --help]: the circles of imports between our modules. An import of types alone counts too.
import { relative } from 'node:path';
import ts from 'typescript';
import { takesNoOptions } from '../local/takes-no-options.mjs';
import { repositoryRoot } from './bundle.mjs';

takesNoOptions(`Usage: npm run cycles

Names the circles of imports between the modules of apps/, libs/ and infra/, and ends with 1 where there is one. An
import of types alone counts as any other.`);

const { config } = ts.readConfigFile(`${repositoryRoot}/tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, allowJs: true }, repositoryRoot);
const cache = ts.createModuleResolutionCache(repositoryRoot, (name) => name, options);
const modules = ts.sys.readDirectory(
  repositoryRoot,
  ['.ts', '.mts', '.cts', '.mjs', '.cjs'],
  ['**/node_modules'],
  ['apps', 'libs', 'infra'],
);

const circles = circlesOf(new Map(modules.map((module) => [module, importsOf(module)])));
if (circles.length === 0) console.log(`No circles in ${modules.length} modules.`);
for (const circle of circles) console.log(circle.map((module) => relative(repositoryRoot, module)).join(' > '));
process.exitCode = circles.length === 0 ? 0 : 1;

/**
 * The modules of ours that one imports, in any way: for values, for types, or when it gets there.
 * @param {string} module
 * @returns {string[]}
 */
function importsOf(module) {
  const { importedFiles } = ts.preProcessFile(ts.sys.readFile(module) ?? '', true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const { resolvedModule } = ts.resolveModuleName(fileName, module, options, ts.sys, cache);
    // The types of a script are described beside it; what it imports, the script alone says.
    return resolvedModule ? [resolvedModule.resolvedFileName.replace(/\.d\.([mc])ts$/, '.$1js')] : [];
  });
}

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

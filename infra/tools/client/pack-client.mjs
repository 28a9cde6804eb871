// npm run client [-- --help]. Builds the package @querent/client for ESM and CommonJS, with types for both.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { repositoryRoot } from '../build/bundle.mjs';
import { takesNoOptions } from '../local/takes-no-options.mjs';

takesNoOptions(`Usage: npm run client

Builds the npm package @querent/client in dist/client and packs it. Prints the path of the tarball.`);

const source = `${repositoryRoot}/libs/client/src`;
const target = `${repositoryRoot}/dist/client`;

rmSync(target, { recursive: true, force: true });
await Promise.all(
  ['esm', 'cjs'].map((format) =>
    build({
      entryPoints: [`${source}/index.ts`],
      outfile: `${target}/${format}/index.js`,
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
      charset: 'utf8',
      // Comments are in the declarations.
      minifyWhitespace: true,
      logLevel: 'warning',
    }),
  ),
);
writeDeclarations();
writeFileSync(`${target}/cjs/package.json`, '{ "type": "commonjs" }\n');
writeFileSync(`${target}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
copyFileSync(`${repositoryRoot}/infra/docs/client.md`, `${target}/README.md`);
copyFileSync(`${repositoryRoot}/LICENSE`, `${target}/LICENSE`);
// npm packs the modes that the files have, which the umask and the checkout decide.
for (const entry of readdirSync(target, { recursive: true, withFileTypes: true }))
  if (entry.isFile()) chmodSync(`${entry.parentPath}/${entry.name}`, 0o644);
console.log(`${target}/${packed()}`);

function manifest() {
  const { version, license } = JSON.parse(readFileSync(`${repositoryRoot}/package.json`, 'utf8'));
  const entry = (folder) => ({ types: `./${folder}/index.d.ts`, default: `./${folder}/index.js` });
  return {
    name: '@querent/client',
    version,
    description: 'Client of Querent: ask a PostgreSQL database questions in Chinese or English.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    files: ['esm', 'cjs'],
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    exports: { '.': { import: entry('esm'), require: entry('cjs') }, './package.json': './package.json' },
  };
}

/**
 * Writes the declarations for both formats. They are compiled with the types of browsers alone, so that the source can
 * use nothing that exists only in Node.
 */
function writeDeclarations() {
  const program = ts.createProgram([`${source}/index.ts`], {
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: source,
    outDir: `${target}/cjs`,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noUncheckedIndexedAccess: true,
  });
  const mistakes = [...ts.getPreEmitDiagnostics(program)];
  const { diagnostics } = program.emit(undefined, (path, text) => {
    // Node's resolution of ES modules needs the extension.
    const extended = text.replace(/(from |import\()'(\.{1,2}\/[^']+)'/g, "$1'$2.js'");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, extended);
  });
  // An ES module may import the types of CommonJS, but not the reverse.
  writeFileSync(`${target}/esm/index.d.ts`, "export * from '../cjs/index.js';\n");
  mistakes.push(...diagnostics);
  if (mistakes.length === 0) return;
  const host = {
    getCurrentDirectory: () => repositoryRoot,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  console.error(ts.formatDiagnostics(mistakes, host));
  process.exit(1);
}

/** The name of the tarball. */
function packed() {
  const { npm_execpath: path = '' } = process.env;
  const [command, ...args] = path.endsWith('.js') ? [process.execPath, path] : ['npm'];
  const { status, stdout } = spawnSync(command, [...args, 'pack', '--json', '--loglevel=error'], {
    cwd: target,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('npm pack failed; see its output above.');
  const found = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(found) ? found : Object.values(found);
  return filename;
}

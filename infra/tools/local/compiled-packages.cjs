// Preloaded (`node --require`) into the services that the supervisor starts: keeps, in one file per service, the source
// of its modules (those of packages and its own bundle), V8's code for it and the file that each `require` resolved to.
// Of the 2 s of processor time that a service needs to load its 2,000 to 2,400 modules, half went into resolving,
// reading and compiling them.
'use strict';

const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { constants, Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const root = join(__dirname, '../../..');
const service = basename(dirname(process.argv[1] ?? ''));
// The lock file tells when another version of a package is installed, which may resolve differently; V8 takes no code
// of other options.
const version = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.execArgv.join(' '))
  .digest('hex')
  .slice(0, 12);
const file = join(root, '.querent/compiled', `${service}-${process.version}-${process.arch}-${version}`);
/** By file name: `{ stamp, text, data, script }`; the script once it is compiled in this process. */
const modules = new Map();
/** By folder and request: the file. */
const resolved = new Map();
let isComplete = false;

const { _resolveFilename: resolve } = Module;
const { _compile: compile } = Module.prototype;
const load = Module._extensions['.js'];

// The embedder's thread, which gets what its process preloads, shares this file's name but no package.
if (isMainThread) {
  read();
  Module._resolveFilename = resolveKept;
  Module._extensions['.js'] = loadKept;
  Module.prototype._compile = compileNew;
  process.once('exit', () => isComplete || keep());
}

function resolveKept(request, parent, isMain, options) {
  if (options !== undefined || !parent?.path.startsWith(root))
    return resolve.call(this, request, parent, isMain, options);
  const key = `${parent.path}\0${request}`;
  const known = resolved.get(key);
  if (known !== undefined) return known;
  const found = resolve.call(this, request, parent, isMain);
  if (isKept(found)) {
    resolved.set(key, found);
    isComplete = false;
  }
  return found;
}

function loadKept(module, filename) {
  const kept = modules.get(filename);
  // Who edits a package to see how it works must see it work so.
  if (kept === undefined || kept.stamp !== stampOf(filename)) return load(module, filename);
  return run(module, filename, kept);
}

function compileNew(content, filename, ...rest) {
  // Measured on Node 20.20: code that comes back from what was kept has forgotten how to import dynamically, whatever
  // it is given for that.
  if (!isKept(filename) || content.startsWith('#!') || content.includes('import('))
    return compile.call(this, content, filename, ...rest);
  const made = { stamp: stampOf(filename), text: Module.wrap(content), data: undefined, script: undefined };
  try {
    made.script = scriptOf(filename, made);
  } catch {
    // An ESM-only package, which Node knows how to require; or a mistake, which Node tells better.
    return compile.call(this, content, filename, ...rest);
  }
  modules.set(filename, made);
  isComplete = false;
  return run(this, filename, made);
}

function run(module, filename, kept) {
  kept.script ??= scriptOf(filename, kept);
  if (kept.script.cachedDataRejected) isComplete = false;
  if (isBundle(filename)) showSourceMap(module, filename, kept.text);
  return kept.script
    .runInThisContext()
    .call(module.exports, module.exports, requireOf(module), module, filename, module.path);
}

/** Node, which maps stack traces to the source, learns of a source map only from what it compiles itself. */
function showSourceMap(module, filename, text) {
  const [comment] = /\/\/# sourceMappingURL=.*/.exec(text.slice(-200)) ?? [];
  if (comment !== undefined) compile.call(module, comment, filename);
}

function scriptOf(filename, { text, data }) {
  return new Script(text, {
    filename,
    cachedData: data,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

function requireOf(module) {
  const require = (id) => module.require(id);
  const resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  return Object.assign(require, {
    resolve,
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}

function isKept(filename) {
  return filename.startsWith(`${root}/node_modules/`) || isBundle(filename);
}

function isBundle(filename) {
  return filename.startsWith(`${root}/dist/apps/`);
}

function stampOf(filename) {
  const { mtimeMs, size } = statSync(filename);
  return `${size}-${mtimeMs}`;
}

/**
 * The file: length of the index (4 bytes); the index as JSON, names from the repository's folder; text and data of each
 * module. Index: `{ modules: [name, stamp, encoding, length of text, length of data][], resolved: [folder, [request,
 * name][]][] }`.
 */
function read() {
  try {
    const bytes = readFileSync(file);
    const start = 4 + bytes.readUInt32LE(0);
    const index = JSON.parse(bytes.toString('utf8', 4, start));
    let at = start;
    for (const [name, stamp, encoding, textLength, dataLength] of index.modules) {
      const dataAt = at + textLength;
      modules.set(`${root}${name}`, {
        stamp,
        text: bytes.toString(encoding, at, dataAt),
        data: bytes.subarray(dataAt, dataAt + dataLength),
        script: undefined,
      });
      at = dataAt + dataLength;
    }
    if (at > bytes.length) throw new RangeError('cut off');
    for (const [folder, requests] of index.resolved) {
      for (const [request, name] of requests) resolved.set(`${root}${folder}\0${request}`, `${root}${name}`);
    }
    isComplete = true;
  } catch {
    modules.clear();
    resolved.clear();
  }
}

/** It only saves time: what cannot be kept is made anew. What this process did not need stays for those that do. */
function keep() {
  try {
    const index = { modules: [], resolved: [] };
    const parts = [];
    for (const [filename, { stamp, text, data, script }] of modules) {
      const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
      const code = script === undefined ? data : script.createCachedData();
      const bytes = Buffer.from(text, encoding);
      index.modules.push([filename.slice(root.length), stamp, encoding, bytes.length, code.length]);
      parts.push(bytes, code);
    }
    const byFolder = new Map();
    for (const [key, filename] of resolved) {
      const [folder, request] = key.slice(root.length).split('\0');
      if (!byFolder.has(folder)) byFolder.set(folder, []);
      byFolder.get(folder).push([request, filename.slice(root.length)]);
    }
    index.resolved = [...byFolder];
    const head = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([length, head, ...parts]));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // As above.
  }
}

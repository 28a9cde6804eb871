// A cache of compiled modules, preloaded (`node --require`) into the services that the supervisor starts. One file for
// each service contains the source of its modules (those of packages and its bundle), V8's code cache of each, and the
// file that each `require` resolved to. A service needs 2 s of processor time to load its 2,000 to 2,400 modules; half
// of that was spent on resolving, reading and compiling them.
'use strict';

const { createHash } = require('node:crypto');
const {
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { constants, Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const root = join(__dirname, '../../..');
const service = basename(dirname(process.argv[1] ?? ''));
// A change of the lock file invalidates the cache, because other versions of packages may resolve differently. So do
// other options of Node, because V8 rejects code that was compiled with them.
const version = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.execArgv.join(' '))
  .digest('hex')
  .slice(0, 12);
const file = join(root, '.querent/compiled', `${service}-${process.version}-${process.arch}-${version}`);
/**
 * Modules by file name. One that this process has loaded: `{ stamp, text, script }`. Another one, of the file on disk:
 * `{ stamp, encoding, at, textLength, dataLength }`.
 */
const modules = new Map();
/**
 * The open cache file. Its modules are read when they are needed: a copy in memory would take 20 to 35 MB. The
 * descriptor keeps the file that was opened, also after another process has replaced it.
 */
let opened;
const scratch = Buffer.allocUnsafeSlow(1 << 20);
/** The resolved file by folder and request. */
const resolved = new Map();
/** Whether the file on disk contains everything that this process loaded. */
let isSaved = false;

const { _resolveFilename: resolve } = Module;
const { _compile: compile } = Module.prototype;
const load = Module._extensions['.js'];

// Worker threads also preload this file. The embedder's thread would use the same cache file but loads other packages.
if (isMainThread) {
  readCache();
  Module._resolveFilename = resolveCached;
  Module._extensions['.js'] = loadCached;
  Module.prototype._compile = compileAndCache;
  process.once('exit', () => isSaved || writeCache());
}

function resolveCached(request, parent, isMain, options) {
  if (options !== undefined || !parent?.path.startsWith(root))
    return resolve.call(this, request, parent, isMain, options);
  const key = `${parent.path}\0${request}`;
  const known = resolved.get(key);
  if (known !== undefined) return known;
  const found = resolve.call(this, request, parent, isMain);
  if (isCacheable(found)) {
    resolved.set(key, found);
    isSaved = false;
  }
  return found;
}

function loadCached(module, filename) {
  const cached = modules.get(filename);
  // A module that was edited since must be loaded again.
  if (cached === undefined || cached.stamp !== stampOf(filename)) return load(module, filename);
  return run(module, filename, cached.script === undefined ? loaded(filename, cached) : cached);
}

function loaded(filename, cached) {
  const { text, data } = stored(cached);
  const script = scriptOf(filename, text, data);
  if (script.cachedDataRejected) isSaved = false;
  const entry = { stamp: cached.stamp, text, script };
  modules.set(filename, entry);
  return entry;
}

function compileAndCache(content, filename, ...rest) {
  // Measured on Node 20.20: dynamic imports fail in code from V8's code cache, whatever `importModuleDynamically` is.
  if (!isCacheable(filename) || content.startsWith('#!') || content.includes('import('))
    return compile.call(this, content, filename, ...rest);
  const made = { stamp: stampOf(filename), text: Module.wrap(content), script: undefined };
  try {
    made.script = scriptOf(filename, made.text);
  } catch {
    // An ESM-only package, which Node can require; or a syntax error, which Node reports better.
    return compile.call(this, content, filename, ...rest);
  }
  modules.set(filename, made);
  isSaved = false;
  return run(this, filename, made);
}

function run(module, filename, { script, text }) {
  if (isBundle(filename)) showSourceMap(module, filename, text);
  return script
    .runInThisContext()
    .call(module.exports, module.exports, requireOf(module), module, filename, module.path);
}

/** Node maps stack traces to the sources, but reads a source map only from code that it compiles itself. */
function showSourceMap(module, filename, text) {
  const [comment] = /\/\/# sourceMappingURL=.*/.exec(text.slice(-200)) ?? [];
  if (comment !== undefined) compile.call(module, comment, filename);
}

function scriptOf(filename, text, data) {
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

function isCacheable(filename) {
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
 * Reads the cache file. Its format: the length of the index (4 bytes), the index as JSON, and the text and data of each
 * module. Index: `{ modules: [name, stamp, encoding, length of text, length of data][], resolved: [folder, [request,
 * name][]][] }`, with names relative to the repository's folder.
 */
function readCache() {
  try {
    opened = openSync(file);
    const start = 4 + bytesOf(0, 4).readUInt32LE();
    const index = JSON.parse(bytesOf(4, start - 4).toString());
    let at = start;
    for (const [name, stamp, encoding, textLength, dataLength] of index.modules) {
      modules.set(`${root}${name}`, { stamp, encoding, at, textLength, dataLength });
      at += textLength + dataLength;
    }
    if (at > fstatSync(opened).size) throw new RangeError('cut off');
    for (const [folder, requests] of index.resolved) {
      for (const [request, name] of requests) resolved.set(`${root}${folder}\0${request}`, `${root}${name}`);
    }
    isSaved = true;
  } catch {
    modules.clear();
    resolved.clear();
  }
}

function stored({ encoding, at, textLength, dataLength }) {
  const bytes = bytesOf(at, textLength + dataLength);
  return { text: bytes.toString(encoding, 0, textLength), data: bytes.subarray(textLength) };
}

/** The bytes are valid until the next call: 2,000 buffers, freed at different times, would leave the process 25 MB. */
function bytesOf(at, length) {
  const bytes = length > scratch.length ? Buffer.allocUnsafeSlow(length) : scratch.subarray(0, length);
  if (readSync(opened, bytes, 0, length, at) < length) throw new RangeError('cut off');
  return bytes;
}

/**
 * Writes the cache file, with the modules of earlier processes that this one did not load. A failure only costs time.
 */
function writeCache() {
  try {
    const index = { modules: [], resolved: [] };
    const parts = [];
    for (const [filename, entry] of modules) {
      const { text, data } = entry.script === undefined ? stored(entry) : entry;
      const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
      const code = data ?? entry.script.createCachedData();
      const bytes = Buffer.from(text, encoding);
      index.modules.push([filename.slice(root.length), entry.stamp, encoding, bytes.length, code.length]);
      parts.push(bytes, Buffer.from(code));
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
    // The next process compiles the modules again.
  }
}

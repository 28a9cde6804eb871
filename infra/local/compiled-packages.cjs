// Preloaded (`node --require`) into the services that the supervisor starts: keeps what V8 made of the packages' source, as Node's own
// `module.enableCompileCache` does from version 22 on. Measured, of 1.3 s processor time that a service needs to load its 1,500 to
// 2,000 modules, it saves 0.4 s. Our own bundles are left to Node, which maps their stack traces to the source.
'use strict';

const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { constants, Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const root = join(__dirname, '../..');
const folder = join(root, '.querent/compiled');
const service = basename(dirname(process.argv[1] ?? ''));
// V8 compares no more than a source's length: the lock file tells when a package changed.
const lockFile = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex').slice(0, 12);
const file = join(folder, `${service}-${process.version}-${process.arch}-${lockFile}`);
const kept = read();
/** Script by file name, of those loaded in this process. */
const scripts = new Map();
let isComplete = kept.size > 0;

const compile = Module.prototype._compile;
// The embedder's thread, which gets what its process preloads, shares this file's name but no package.
if (isMainThread) {
  Module.prototype._compile = compileKept;
  process.once('exit', () => isComplete || keep());
}

function compileKept(content, filename, ...rest) {
  // Measured on Node 20.20: code that comes back from what was kept has forgotten how to import dynamically, whatever it is given for that.
  if (!filename.includes('/node_modules/') || content.startsWith('#!') || content.includes('import(')) return compile.call(this, content, filename, ...rest);
  let script;
  try {
    script = new Script(Module.wrap(content), { filename, cachedData: kept.get(filename), importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
  } catch {
    // An ESM-only package, which Node knows how to require; or a mistake, which Node tells better.
    return compile.call(this, content, filename, ...rest);
  }
  scripts.set(filename, script);
  if (!kept.has(filename) || script.cachedDataRejected) isComplete = false;
  return script.runInThisContext().call(this.exports, this.exports, requireOf(this), this, filename, dirname(filename));
}

function requireOf(module) {
  const require = (id) => module.require(id);
  const resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  return Object.assign(require, { resolve, main: process.mainModule, extensions: Module._extensions, cache: Module._cache });
}

/** The file: length of the index (4 bytes), index `[file name, offset, length][]` as JSON, data. */
function read() {
  try {
    const bytes = readFileSync(file);
    const start = 4 + bytes.readUInt32LE(0);
    const index = JSON.parse(bytes.toString('utf8', 4, start));
    return new Map(index.map(([name, offset, length]) => [name, bytes.subarray(start + offset, start + offset + length)]));
  } catch {
    return new Map();
  }
}

/** It only saves time: what cannot be kept is made anew. */
function keep() {
  try {
    const index = [];
    const parts = [];
    let offset = 0;
    for (const [name, script] of scripts) {
      const data = script.createCachedData();
      index.push([name, offset, data.length]);
      parts.push(data);
      offset += data.length;
    }
    const head = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([length, head, ...parts]));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // As above.
  }
}

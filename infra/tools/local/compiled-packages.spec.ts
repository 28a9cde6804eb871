import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serviceOptions } from './service-runtime.mjs';

describe('A service that starts with compiled packages', () => {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/querent-packages-`));
  const compiled = join(root, '.querent/compiled');
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const start = (): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          ...serviceOptions,
          '--require',
          `${root}/infra/tools/local/compiled-packages.cjs`,
          `${root}/dist/apps/shop/main.cjs`,
        ],
        { encoding: 'utf8' },
      ),
    );
  const cacheText = (): string =>
    readdirSync(compiled)
      .map((name) => readFileSync(join(compiled, name), 'latin1'))
      .join('');

  beforeEach(() => {
    write('package-lock.json', '{}');
    write('node_modules/greet/package.json', '{ "name": "greet", "main": "lib/index.js" }');
    write(
      'node_modules/greet/lib/index.js',
      "'use strict';\nexports.words = [require('./hello'), require('polite').word];\nexports.here = [__filename, require.resolve('./hello')];",
    );
    write('node_modules/greet/lib/hello.js', "module.exports = '你好';");
    write(
      'node_modules/polite/index.js',
      "exports.word = 'thanks';\nexports.later = () => import('node:os').then((os) => os.EOL);",
    );
    write(
      'dist/apps/shop/main.cjs',
      `
      const greet = require('greet');
      let missing;
      try { require('not-installed') } catch (error) { missing = error.code }
      require('polite').later().then((eol) => console.log(JSON.stringify({ ...greet, missing, eol })));`,
    );
    mkdirSync(join(root, 'infra/tools/local'), { recursive: true });
    copyFileSync(join(__dirname, 'compiled-packages.cjs'), join(root, 'infra/tools/local/compiled-packages.cjs'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const expected = {
    words: ['你好', 'thanks'],
    here: [join(root, 'node_modules/greet/lib/index.js'), join(root, 'node_modules/greet/lib/hello.js')],
    missing: 'MODULE_NOT_FOUND',
    eol: '\n',
  };

  it('loads them as Node does, on the first start and on later ones', () => {
    expect([start(), start(), start()]).toEqual([expected, expected, expected]);
  });

  it('does not write the cache file again if nothing changed', () => {
    start();
    const [name = ''] = readdirSync(compiled);
    const before = readFileSync(join(compiled, name));
    writeFileSync(join(compiled, name), Buffer.concat([before, Buffer.from('end')]));
    start();
    expect(readFileSync(join(compiled, name)).subarray(-3).toString()).toBe('end');
  });

  it('loads an edited file of a package again', () => {
    start();
    write('node_modules/greet/lib/hello.js', "module.exports = 'good morning';");
    expect([start(), start()]).toEqual([
      { ...expected, words: ['good morning', 'thanks'] },
      { ...expected, words: ['good morning', 'thanks'] },
    ]);
  });

  it('keeps modules in the cache that the current start does not load', () => {
    start();
    write('dist/apps/shop/main.cjs', "require('fresh'); console.log('{}');");
    write('node_modules/fresh/index.js', "'fresh one'");
    start();
    expect(cacheText()).toContain('fresh one');
    expect(cacheText()).toContain("require('./hello')");
  });

  it('maps the stack traces of the bundle to its source', () => {
    write(
      'dist/apps/shop/main.cjs',
      "console.log(JSON.stringify({ stack: new Error('lost').stack }));\n//# sourceMappingURL=main.cjs.map\n",
    );
    write(
      'dist/apps/shop/main.cjs.map',
      JSON.stringify({ version: 3, sources: ['../../../apps/shop/main.ts'], names: [], mappings: 'AASA' }),
    );
    const mapped = { stack: expect.stringContaining(`${root}/apps/shop/main.ts:10:`) };
    expect([start(), start(), start()]).toEqual([mapped, mapped, mapped]);
  });

  it.each([200, -10])('starts despite a cache file that is truncated at byte %d', (end) => {
    start();
    for (const name of readdirSync(compiled))
      writeFileSync(join(compiled, name), readFileSync(join(compiled, name)).subarray(0, end));
    expect([start(), start()]).toEqual([expected, expected]);
  });
});

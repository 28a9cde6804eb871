import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('npm scripts that run for long', () => {
  // npm hands a signal on to the shell it started, and the shell does not: without `exec` the program would outlive `npm start`.
  it.each(['start', 'demo', 'ask', 'roles', 'bench', 'chaos', 'load', 'ops'])('(%s) put the program in the shell’s place, so that a signal to npm reaches it', (name) => {
    expect(scripts[name]).toMatch(/&& exec node \S+$/);
  });
});

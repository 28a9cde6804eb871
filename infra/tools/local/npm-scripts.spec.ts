import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };

/** The last program of each npm script, if it is one of infra/, by the script's name. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /(?:^|&& )(?:exec )?node (infra\/\S+\.mjs)$/.exec(line) ?? [];
  return program === undefined ? [] : [[name, program] as const];
});

describe('Long-running npm scripts', () => {
  // npm forwards a signal to the shell that it started, but the shell does not forward it. Without `exec` the program
  // would outlive `npm start`.
  it.each(['start', 'demo', 'ask', 'roles', 'bench', 'chaos', 'durability', 'load', 'ops'])(
    '(%s) replace the shell by the program, so that a signal to npm reaches it',
    (name) => {
      expect(scripts[name]).toMatch(/&& exec node \S+$/);
    },
  );
});

/** Scripts that bundle their whole program before they print anything, which takes seconds. */
const slow = ['chaos', 'durability', 'load', 'eval'];

describe('npm scripts with a program of infra/', () => {
  const call = (program: string, argument: string): Promise<{ code: number; out: string; err: string }> =>
    promisify(execFile)(process.execPath, [program, argument], { cwd: root, timeout: 60_000 }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout,
        err: error.stderr,
      }),
    );

  it('print their usage with --help, and do nothing else', async () => {
    const answers = await Promise.all(
      programs
        .filter(([name]) => !slow.includes(name))
        .map(async ([name, program]) => [name, await call(program, '--help')] as const),
    );
    expect(answers.map(([name]) => name)).toContain('contracts');
    for (const [name, { code, out }] of answers)
      expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: npm (?:run )?(?:-s )?${name}\\b`))]);
  }, 90_000);

  it.each(['bench', 'build', 'contracts', 'cycles', 'demo', 'lockfile', 'ops', 'start'])(
    '(%s) refuse an unknown option with one line, before they do anything',
    async (name) => {
      const { code, err } = await call(programs.find(([other]) => other === name)?.[1] ?? '', '--nonesuch');
      expect([code, err]).toEqual([2, expect.stringContaining('--nonesuch')]);
      expect(err).not.toMatch(/^ +at /m);
    },
  );
});

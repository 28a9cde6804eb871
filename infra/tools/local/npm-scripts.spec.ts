import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };

/** Programs of ours that a script ends with, by the script's name. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /(?:^|&& )(?:exec )?node (infra\/\S+\.mjs)$/.exec(line) ?? [];
  return program === undefined ? [] : [[name, program] as const];
});

describe('npm scripts that run for long', () => {
  // npm hands a signal on to the shell it started, and the shell does not: without `exec` the program would outlive
  // `npm start`.
  it.each(['start', 'demo', 'ask', 'roles', 'bench', 'chaos', 'load', 'ops'])(
    '(%s) put the program in the shell’s place, so that a signal to npm reaches it',
    (name) => {
      expect(scripts[name]).toMatch(/&& exec node \S+$/);
    },
  );
});

/** Their whole program is bundled before it can say a word: seconds, for what their own flags' types hold. */
const slow = ['chaos', 'load', 'eval'];

describe('npm scripts with a program of ours', () => {
  const call = (program: string, argument: string): Promise<{ code: number; out: string; said: string }> =>
    promisify(execFile)(process.execPath, [program, argument], { cwd: root, timeout: 60_000 }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        out: error.stdout,
        said: error.stderr,
      }),
    );

  it('tell what they do when asked for --help, and do nothing else', async () => {
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
    '(%s) refuse what they do not know in a line, before they have begun',
    async (name) => {
      const { code, said } = await call(programs.find(([other]) => other === name)?.[1] ?? '', '--nonesuch');
      expect([code, said]).toEqual([2, expect.stringContaining('--nonesuch')]);
      expect(said).not.toMatch(/^ +at /m);
    },
  );
});

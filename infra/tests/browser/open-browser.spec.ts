import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { repositoryRoot, startChromium, waitFor, type ThrowAwayChromium } from '@querent/testing';
import { chromium } from 'playwright-core';

type Server = Pick<ThrowAwayChromium, 'dir' | 'pid'>;

/**
 * Processes of a browser: those of the session that its first process began, and those that left it with an environment
 * that names the browser's folder. The headless shell overwrites its environment with the titles of its processes.
 */
const processesOf = ({ dir, pid }: Server): string[] =>
  readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && (sessionOf(name) === pid || environmentOf(name).includes(dir)),
  );

/** The process that began the session of a process; null if it has ended. */
function sessionOf(pid: string): number | null {
  try {
    // The name, in parentheses, may contain blanks. Behind it: state, parent, group, session.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]);
  } catch {
    return null;
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}

/** Paths of a process's open files that it may write. */
function filesOpenForWriting(pid: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const [, flags = '0'] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8')) ?? [];
    const path = readlinkSync(`/proc/${pid}/fd/${fd}`);
    return path.startsWith('/') && (parseInt(flags, 8) & 3) > 0 ? [path] : [];
  });
}

/** A program that starts a browser as a Jest worker does, opens a page, prints the address and then waits. */
const worker = `
  import { spawn } from 'node:child_process';
  import { createInterface } from 'node:readline';
  import { chromium } from 'playwright-core';
  const keeper = spawn(process.execPath, ['infra/tools/local/servers/server-keeper.mjs', 'chromium']);
  createInterface({ input: keeper.stdout }).once('line', async (line) => {
    const browser = await chromium.connect(JSON.parse(line).url);
    await browser.newPage();
    console.log(line);
  });
`;

describe('a browser of tests', () => {
  it('leaves no process and no file behind when it is stopped', async () => {
    const server = await startChromium();
    const browser = await chromium.connect(server.url);
    await browser.newPage();
    // The browser, a process that starts others, and those of the page, network and graphics.
    expect(processesOf(server).length).toBeGreaterThan(3);
    await server.stop();
    await waitFor(() => processesOf(server).length === 0);
    expect(existsSync(server.dir)).toBe(false);
  });

  it('writes nothing outside of its folder', async () => {
    const server = await startChromium();
    const browser = await chromium.connect(server.url);
    await browser.newPage();
    const isInside = (path: string): boolean => path.startsWith(server.dir);
    const paths = await waitFor(() => {
      const written = processesOf(server).flatMap(filesOpenForWriting);
      return written.some(isInside) && written;
    });
    expect(paths.filter((path) => !isInside(path) && !/^\/(?:dev|proc|memfd:)/.test(path))).toEqual([]);
    await browser.close();
    await server.stop();
  });

  it('leaves no process and no file behind when the process of its spec is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', worker], { cwd: repositoryRoot() });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const server = JSON.parse(line) as Server;
    expect(processesOf(server).length).toBeGreaterThan(3);
    child.kill('SIGKILL');
    await waitFor(() => processesOf(server).length === 0 && !existsSync(server.dir));
  });
});

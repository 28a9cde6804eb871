import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '../repository-paths.mjs';
import { serviceEnvironment, serviceOptions } from '../service-runtime.mjs';

const preload = (file) => ['--require', fileURLToPath(new URL(file, import.meta.url))];
const endWithParent = preload('end-with-parent.cjs');
const compiledPackages = preload('../compiled-packages.cjs');
const firstDelayMs = 200;
const longestDelayMs = 10_000;
/** After this uptime the next crash starts with the short delay again. */
const stableAfterMs = 30_000;

/**
 * The delay before a restart: doubles with each crash in a row, up to ten seconds. The jitter (half to full) prevents
 * processes that crashed together, e.g. because Redis was unreachable, from restarting together.
 * @param {number} failuresInARow from 1
 * @param {() => number} random 0 … 1
 * @returns {number} ms
 */
export function restartDelayMs(failuresInARow, random = Math.random) {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (failuresInARow - 1));
  return full * (0.5 + random() / 2);
}

/** A Node program that is restarted after each crash, until `stop`. */
export class ManagedProcess {
  #child;
  #timer;
  #wanted = false;
  #failures = 0;
  #announcedPid;
  #settings;
  #onFirstLine;
  /** The number of times that the process ended without `stop`. */
  crashes = 0;

  /**
   * @param {{ name: string, script: string, args?: string[], env?: Record<string, string>,
   *   announces?: boolean, onLine: (name: string, line: string) => void }} settings `announces`: its first line of JSON
   *   signals that it is ready, and contains the pid of the process that does the work
   */
  constructor(settings) {
    this.#settings = settings;
    this.name = settings.name;
  }

  /** @returns {number | undefined} the process that does the work, undefined while it is down */
  get pid() {
    return this.#announcedPid ?? this.#child?.pid;
  }

  /** @returns {Promise<void>} when it has started; with `announces`, when it is ready */
  start() {
    this.#wanted = true;
    this.#failures = 0;
    const ready = this.#settings.announces
      ? new Promise((resolve) => (this.#onFirstLine = resolve))
      : Promise.resolve();
    this.#spawn();
    return ready;
  }

  /**
   * @param {NodeJS.Signals} signal sent to the process that does the work, which is then restarted as after a crash
   */
  kill(signal = 'SIGKILL') {
    if (this.pid !== undefined) process.kill(this.pid, signal);
  }

  /** Sends SIGTERM, and SIGKILL after `graceMs`. */
  async stop(graceMs) {
    this.#wanted = false;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    // `close` follows `exit`, after the last lines of output.
    const exited = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    const lastResort = setTimeout(() => {
      this.#log(`did not end within ${graceMs / 1000} s: SIGKILL`);
      child.kill('SIGKILL');
    }, graceMs);
    await exited;
    clearTimeout(lastResort);
  }

  #spawn() {
    const { script, args = [], env = {} } = this.#settings;
    const startedAt = Date.now();
    // A separate process group: Ctrl-C in the terminal reaches only the supervisor, which stops all in the right order.
    const child = spawn(
      process.execPath,
      [...serviceOptions, ...endWithParent, ...(script.endsWith('/main.cjs') ? compiledPackages : []), script, ...args],
      {
        cwd: repositoryRoot,
        env: { ...serviceEnvironment, ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
        detached: true,
      },
    );
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#takeLine(line, stream === child.stdout));
    }
    child.once('error', (error) => this.#log(error.message));
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      this.#announcedPid = undefined;
      if (this.#wanted) this.#restartLater(signal ?? `code ${code}`, Date.now() - startedAt);
    });
  }

  #restartLater(reason, livedMs) {
    this.crashes += 1;
    this.#failures = livedMs > stableAfterMs ? 1 : this.#failures + 1;
    const delay = Math.round(restartDelayMs(this.#failures));
    this.#log(`ended (${reason}), starts again in ${delay} ms`);
    this.#timer = setTimeout(() => this.#spawn(), delay);
  }

  #takeLine(line, fromStdout) {
    if (this.#settings.announces && fromStdout && this.#announcedPid === undefined && line.startsWith('{')) {
      this.#announcedPid = JSON.parse(line).pid;
      this.#onFirstLine?.();
      return;
    }
    this.#settings.onLine(this.name, line);
  }

  #log(text) {
    this.#settings.onLine(this.name, `(supervisor) ${text}`);
  }
}

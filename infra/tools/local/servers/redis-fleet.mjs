import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from './server-process.mjs';

/**
 * Several servers that are used as one: they stop together, and an unexpected exit of one ends all.
 * @typedef {{ port: number, pid: number, exited: Promise<number | null>, kill(): Promise<void>, stop(): Promise<void>
 * }} Node
 */
export class RedisFleet {
  #startNode;
  #nodes = [];
  #expected = new Set();
  #endedByItself;

  /**
   * @param {(index: number, dir: string, port?: number) => Promise<Node>} startNode `port` is given when a node is
   * started again
   */
  constructor(startNode) {
    this.#startNode = startNode;
    this.dir = makeTemporaryFolder('redis-fleet');
    /** Resolves when a node ends without `killNode`, `kill` or `stop`. */
    this.exited = new Promise((resolve) => (this.#endedByItself = resolve));
  }

  get ports() {
    return this.#nodes.map(({ port }) => port);
  }

  get pids() {
    return this.#nodes.map(({ pid }) => pid);
  }

  async startNode(index) {
    const node = await this.#startNode(index, this.dir, this.#nodes[index]?.port);
    this.#nodes[index] = node;
    this.#expected.delete(index);
    void node.exited.then(
      (code) => this.#nodes[index] === node && !this.#expected.has(index) && this.#endedByItself(code),
    );
    return node;
  }

  /** Sends SIGKILL to one node. */
  async killNode(index) {
    this.#expected.add(index);
    await this.#nodes[index]?.kill();
  }

  async kill() {
    await Promise.all(this.#nodes.map((_, index) => this.killNode(index)));
  }

  /** Kills all nodes, because their data is not needed any more, and removes the folder. */
  async stop() {
    await this.kill();
    // A child that a killed server forked to rewrite its file may still be writing. The retries of `rmSync` do not see
    // new files.
    await until(async () => isRemoved(this.dir), 'the folder could not be removed');
  }
}

function isRemoved(dir) {
  try {
    rmSync(dir, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** @param {() => Promise<boolean>} condition @param {string} failure the error's text if the time-out is reached */
export async function until(condition, failure, timeoutMs = 20_000) {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${failure} within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

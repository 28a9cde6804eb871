import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from './server-process.mjs';

/**
 * Several servers that are one to their user: all end together, and one that ends unasked takes the others along.
 * @typedef {{ port: number, pid: number, exited: Promise<number | null>, kill(): Promise<void>, stop(): Promise<void>
 * }} Node
 */
export class RedisFleet {
  #startNode;
  #nodes = [];
  #expected = new Set();
  #endedByItself;

  /**
   * @param {(index: number, dir: string, port?: number) => Promise<Node>} startNode the last two are given when it is
   * started again
   */
  constructor(startNode) {
    this.#startNode = startNode;
    this.dir = makeTemporaryFolder('redis-fleet');
    /** Settles when a node ends that nobody has ended. */
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

  /** SIGKILL for one. */
  async killNode(index) {
    this.#expected.add(index);
    await this.#nodes[index]?.kill();
  }

  async kill() {
    await Promise.all(this.#nodes.map((_, index) => this.killNode(index)));
  }

  /** Nobody needs what they hold. */
  async stop() {
    await this.kill();
    // A child that a killed server had forked (to rewrite its file) may still be writing. Node's own retries do not
    // look for new files.
    await until(async () => isRemoved(this.dir), 'the folder could be removed');
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

/** @param {() => Promise<boolean>} isSo @param {string} what for the error */
export async function until(isSo, what, timeoutMs = 20_000) {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what} not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './repository-root';

const isTest = process.env['JEST_WORKER_ID'] !== undefined;

/**
 * V8 flags for processes that live for seconds, as a spec's stack does. A larger young generation than V8's 1 MB saves
 * 0.3 of the 1.75 s in which a service starts on Node 20, because loading modules fills it constantly. Outside Jest the
 * list is empty, so that suites measure the product without these flags.
 */
export const shortLivedFlags = isTest
  ? ['--wasm-tiering-budget=100000000', '--min-semi-space-size=16', '--max-semi-space-size=32']
  : [];

let shipped: Promise<string> | undefined;

/**
 * Path of the Node that runs the built services: in Jest Node 24, which the images contain, while the specs themselves
 * run on the system's Node; otherwise this process's. infra/docs/operate/versions.md lists what runs on which.
 */
export function nodeOfServices(): Promise<string> {
  return isTest ? (shipped ??= shippedNode()) : Promise.resolve(process.execPath);
}

async function shippedNode(): Promise<string> {
  const program = join(repositoryRoot(), 'infra/tools/local/servers/shipped-node.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return stdout.trim();
}

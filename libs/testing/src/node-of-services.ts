import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './repository-root';

const isTest = process.env['JEST_WORKER_ID'] !== undefined;

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

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { z } from 'zod';

/** Without types in BullMQ's package. */
const bullmqScripts = z.record(z.string(), z.object({ name: z.string(), content: z.string() }));

let names: ReadonlyMap<string, string> | undefined;

/** Name of a Redis script by its SHA-1: `bullmq <name>`, or the name of our file; undefined for any other script. */
export function nameOfScript(sha: string): string | undefined {
  names ??= new Map([...namesOfBullmq(), ...namesOfOurs('libs'), ...namesOfOurs('apps')]);
  return names.get(sha.toLowerCase());
}

// The repository's root is the working directory of specs and benches.
const namesOfBullmq = (): [string, string][] =>
  Object.values(bullmqScripts.parse(createRequire(`${process.cwd()}/package.json`)('bullmq/dist/cjs/scripts'))).map(
    ({ name, content }) => [shaOf(content), `bullmq ${name}`],
  );

const namesOfOurs = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.lua'))
    .map((path) => [shaOf(readFileSync(`${folder}/${path}`, 'utf8')), basename(path, '.lua')]);

/** SHA-1 of a script, by which Redis knows it. */
export const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex');

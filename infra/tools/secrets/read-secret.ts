import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';

/**
 * A secret from standard input: typed without being shown at a terminal, else all of it without its last line's end.
 */
export async function readSecret(what: string): Promise<string> {
  return process.stdin.isTTY ? typed(`${what}: `) : piped();
}

async function piped(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** readline echoes what is typed into its output: this one swallows it. */
async function typed(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(prompt);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

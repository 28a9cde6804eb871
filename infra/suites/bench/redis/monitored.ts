import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type Redis from 'ioredis';
import { nameOfScript, shaOf } from './script-names';

/** A command that Redis executed. */
export interface SeenCommand {
  /** Lower-case name; of a call of a script, the script's name. */
  name: string;
  args: string[];
  /** Port of the client; null if a script executed it. */
  port: number | null;
}

/** A line of MONITOR: `+<time> [<database> <client or "lua">] "<command>" "<argument>" …` */
const LINE = /^\+[\d.]+ \[\d+ (?<source>\S+)\] (?<texts>".*)$/;
const QUOTED = /"((?:[^"\\]|\\.)*)"/g;

/** Reads a line of MONITOR; null if it has none of a command. */
export function readCommand(line: string): SeenCommand | null {
  const { source, texts = '' } = LINE.exec(line)?.groups ?? {};
  const [command, ...args] = Array.from(texts.matchAll(QUOTED), ([, text = '']) => unescaped(text));
  if (command === undefined) return null;
  const name = command.toLowerCase();
  const [script = ''] = args;
  const called = name === 'evalsha' ? nameOfScript(script) : name === 'eval' ? nameOfScript(shaOf(script)) : undefined;
  return { name: called ?? name, args, port: portOf(source) };
}

function portOf(source = ''): number | null {
  return source === 'lua' ? null : Number(source.slice(source.lastIndexOf(':') + 1));
}

/** Redis escapes quotes, backslashes and bytes other than printable ASCII. The result has a character for each byte. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, byte: string | undefined, character: string) =>
    byte === undefined ? (CONTROLS[character] ?? character) : String.fromCharCode(parseInt(byte, 16)),
  );

const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

/**
 * Calls `onCommand` for each command that Redis executes. Not by ioredis (6.0), whose `monitor` throws if a command
 * arrives together with its first reply.
 * @returns function that ends it
 */
export async function monitored(
  { options: { host, port } }: Redis,
  onCommand: (command: SeenCommand) => void,
): Promise<() => void> {
  const socket = connect(port ?? 6379, host ?? '127.0.0.1');
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => {
    const command = readCommand(line);
    if (command !== null) onCommand(command);
  });
  socket.write('MONITOR\r\n');
  await once(lines, 'line');
  return () => socket.destroy();
}

import { Connection } from 'pg';
import { prepareValue } from 'pg/lib/utils';
import type { WireStep } from './wire-step';

/** pg's connection as its serializer takes it; its published types are of another time. */
interface Wire {
  parse(statement: { text: string }): void;
  bind(binding: { portal: string; values: (string | Buffer | null)[] }): void;
  describe(target: { type: 'P'; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
}

/** Takes what pg's serializer writes, in place of a socket. */
const written: Buffer[] = [];
const scribe = new Connection({
  stream: { writable: true, write: (bytes: Buffer) => written.push(bytes) },
} as never) as unknown as Wire;

/** Of steps that are said again and again as the same object. */
const encoded = new WeakMap<WireStep, Buffer>();
const SYNC = bytesWritten(() => scribe.sync());

/**
 * The messages of all steps and the Sync behind them, as one piece: a packet, and a system call, of their own for each
 * of the messages cost more than what they ask for.
 */
export function exchangeBytes(steps: readonly WireStep[]): Buffer {
  return Buffer.concat([...steps.map(stepBytes), SYNC]);
}

function stepBytes(step: WireStep): Buffer {
  const known = encoded.get(step);
  if (known) return known;
  const bytes = bytesWritten(() => write(step));
  if (step.values === undefined && step.portal === undefined) encoded.set(step, bytes);
  return bytes;
}

function write({ text, values = [], portal = '', rows = 0 }: WireStep): void {
  if (text !== undefined) {
    scribe.parse({ text });
    scribe.bind({ portal, values: values.map((value) => prepareValue(value)) });
    if (portal !== '') scribe.describe({ type: 'P', name: portal });
  }
  scribe.execute({ portal, rows });
}

function bytesWritten(say: () => void): Buffer {
  written.length = 0;
  say();
  return Buffer.concat(written);
}

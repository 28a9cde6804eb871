import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils';
import type { WireStep } from './wire-step';

/** Encoded steps that are sent repeatedly as the same object. */
const encoded = new WeakMap<WireStep, Buffer>();

/**
 * The messages of all steps and the final Sync as one buffer: a packet and a system call per message cost more than the
 * request itself.
 */
export function exchangeBytes(steps: readonly WireStep[]): Buffer {
  return Buffer.concat([...steps.map(stepBytes), serialize.sync()]);
}

function stepBytes(step: WireStep): Buffer {
  const known = encoded.get(step);
  if (known) return known;
  const bytes = Buffer.concat(messages(step));
  if (step.values === undefined && step.portal === undefined) encoded.set(step, bytes);
  return bytes;
}

function messages({ text, values = [], portal = '', rows = 0, isAnnounced = false }: WireStep): Buffer[] {
  const execute = serialize.execute({ portal, rows });
  if (text === undefined) return [execute];
  return [
    ...(isAnnounced ? [serialize.flush()] : []),
    serialize.parse({ text }),
    serialize.bind({ portal, values: [...values], valueMapper: prepareValue }),
    ...(portal === '' ? [] : [serialize.describe({ type: 'P', name: portal })]),
    execute,
  ];
}

import { parsedOptions, UsageError } from '../../suite-program';
import type { Protection } from './power-cut';

export type Flags = Protection & {
  cuts: number;
  servers: number;
};

const choices = { program: ['valkey', 'redis'], appendfsync: ['always', 'everysec'] } as const;

export const help = `Usage: npm run durability [-- options]

Cuts the power of Valkey directly after the gateway accepted a question or a reply: SIGKILL, and everything that was
not fsynced is removed from the append-only file. Then checks that what was accepted is there.

  --cuts N            power cuts, one for each acceptance (default 100)
  --servers N         servers that are cut independently, each with a gateway (default 4)
  --program NAME      valkey (default) or redis: Redis 7.0, which has no WAITAOF
  --appendfsync NAME  always (default, as docker-compose.yml) or everysec, with which both programs lose accepted
                      requests: Valkey's WAITAOF confirms them before they are fsynced (ADR 2)
  --help

Exit code: 0 when nothing accepted was lost, 1 otherwise, 2 for wrong arguments.`;

const options = {
  cuts: { type: 'string', default: '100' },
  servers: { type: 'string', default: '4' },
  appendfsync: { type: 'string', default: 'always' },
  program: { type: 'string', default: 'valkey' },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the parsed flags, or null for --help. @throws UsageError */
export function flagsFrom(args: string[]): Flags | null {
  const values = parsedOptions(args, options);
  if (values.help) return null;
  return {
    program: choice('program', values.program),
    appendfsync: choice('appendfsync', values.appendfsync),
    cuts: count('cuts', values.cuts),
    servers: count('servers', values.servers),
  };
}

function choice<N extends keyof typeof choices>(name: N, text: string): (typeof choices)[N][number] {
  const found = choices[name].find((value) => value === text);
  if (found === undefined) throw new UsageError(`--${name} ${text}: ${choices[name].join(' or ')}`);
  return found;
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} ${text}: a whole number from 1`);
  return value;
}

import { parsedOptions, settingFrom, UsageError } from '../../suite-program';
import { worldFrom, worldNames, worldOption } from '../../worlds/world-option';
import type { SuiteWorld } from '../../worlds/suite-world';
import { parts, type Part, type Summary } from './figures';
import { checkWritable, readFigures } from './figures-file';

export interface Flags {
  world: SuiteWorld;
  only: ReadonlySet<Part>;
  rounds: number;
  /** File to write. */
  json: string | null;
  earlier: readonly Summary[] | undefined;
  /** Added to every service's environment. */
  env: Record<string, string>;
}

export const help = `Usage: npm run bench -- whole [options]

Measures what a question costs. Each part compares the product with the least that could do its work on the same
servers, in turns, in the same run, because figures of different times are not comparable on a busy machine.

  chain    questions that the planner answers: latency one at a time, runs per second with 32 in flight; beside a bare
           BullMQ chain of five processes that executes the same statements
  steady   the same at a quarter and half of that rate, and the processors that all processes use
  cpu      per run and process: processor time, read and write calls, context switches, commands and bytes to Redis.
           Linux does not count recv and send among the calls, which PostgreSQL uses for its connections
  redis    commands per run by kind (of clients and inside scripts), bytes over the network, bytes that a run keeps
  sizes    processes, cores and memory for 10 to 10,000 questions a second, derived from cpu and redis
  hits     hits of the exact cache per second, beside node:http with one Redis GET
  model    questions for a scripted language model without latency, beside a LangGraph agent in one process
  memory   memory and processor time of the idle services after use
  first    the first 100 questions after a start, beside those of the warm product
  cold     the first question after each service was replaced, and after a minute without questions; takes 11 minutes

  --only PART,…       (default: all but cold)
  --rounds N          rounds per median (default 5; first: at most 3)
  --world NAME        ${worldNames.join(' or ')}: database and questions (default: demo)
  --json FILE         writes the medians and the values of all rounds
  --compare FILE      prints the ratio to the medians of an earlier --json
  --env NAME=VALUE    added to every service's environment; repeatable
  --help

Prints medians without a verdict. Exit code: 0 when it completes, 2 for wrong arguments.`;

const options = {
  ...worldOption,
  only: { type: 'string', default: parts.filter((part) => part !== 'cold').join(',') },
  rounds: { type: 'string', default: '5' },
  json: { type: 'string' },
  compare: { type: 'string' },
  env: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the parsed flags, or null for --help. @throws UsageError */
export function flagsFrom(args: string[]): Flags | null {
  const values = parsedOptions(args, options);
  if (values.help) return null;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError(`--rounds ${values.rounds}: a whole number from 1`);
  const asked = values.only.split(',');
  const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name));
  if (unknown.length > 0) throw new UsageError(`--only: no ${unknown.join(', ')}; there are: ${parts.join(', ')}`);
  if (values.json !== undefined) checkWritable(values.json);
  return {
    world: worldFrom(values),
    only: new Set(asked as Part[]),
    rounds,
    json: values.json ?? null,
    earlier: values.compare === undefined ? undefined : readFigures(values.compare),
    env: Object.fromEntries(values.env.map(settingFrom)),
  };
}

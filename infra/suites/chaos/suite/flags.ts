import { parsedOptions, UsageError } from '../../suite-program';
import { worldFrom, worldNames, worldOption } from '../../worlds/world-option';
import type { SuiteWorld } from '../../worlds/suite-world';
import { faultNames, targetNames, type FaultKind } from '../faults/fault-kinds';
import type { PlanOptions } from './plan';
import { questionsIn } from './questions';
import { scenarios } from './scenarios';

export interface Flags extends PlanOptions {
  world: SuiteWorld;
  seeds: number[];
  /** One of `scenarios`, which is played instead of the seeds. */
  scenario: string | null;
  /** Duration of a scenario's outage. */
  seconds: number;
  healWithinMs: number;
}

export const help = `Usage: npm run chaos [-- options]

Asks the whole product (six services, private Redis and PostgreSQL, a history) questions during a schedule of faults, and then checks it from
outside: every accepted run ends once, no accepted reply is lost, no effect is doubled, no tenant sees another's rows, nothing is left
behind, and work resumes without help. A seed determines every question, reply and fault. The digest of its plan is printed.

  --seed N | N..M       (default 1)
  --world NAME          ${worldNames.join(', ')}: database and questions (default: demo)
  --runs N              questions per seed (default 500)
  --seconds N           duration of questions and faults (default: a second for every 5 questions, at least 20)
  --faults KIND,…       ${faultNames.join(', ')}   (default: all; none: no faults)
  --target NAME,…       ${targetNames.join(', ')}   (default: all)
  --fault-every SECONDS average interval (default 2.5)
  --no-skew             all clocks are correct
  --heal-within SECONDS time after the last fault until unfinished runs count as hung (default 120)
  --scenario NAME       plays a scenario instead of seeds, with --runs (default 200) and --seconds (default 20):
${Object.entries(scenarios)
  .map(([name, { about }]) => `                          ${name}: ${about}`)
  .join('\n')}
  --help

Exit code: 0 when every invariant holds, 1 when one is violated, 2 for wrong arguments.`;

const options = {
  ...worldOption,
  seed: { type: 'string', default: '1' },
  runs: { type: 'string' },
  scenario: { type: 'string' },
  seconds: { type: 'string' },
  faults: { type: 'string' },
  target: { type: 'string' },
  'fault-every': { type: 'string', default: '2.5' },
  'no-skew': { type: 'boolean', default: false },
  'heal-within': { type: 'string', default: '120' },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the parsed flags, or null for --help. @throws UsageError */
export function flagsFrom(args: string[]): Flags | null {
  const values = parsedOptions(args, options);
  if (values.help) return null;
  const { scenario = null } = values;
  if (scenario !== null && !Object.hasOwn(scenarios, scenario))
    throw new UsageError(`--scenario: no ${scenario}; there are: ${Object.keys(scenarios).join(', ')}`);
  const runs = whole('runs', values.runs ?? (scenario === null ? '500' : '200'));
  const world = worldFrom(values);
  return {
    world,
    questions: questionsIn(world),
    seeds: seedsOf(values.seed),
    scenario,
    seconds: whole('seconds', values.seconds ?? '20'),
    runs,
    kinds: values.faults === 'none' ? [] : (namesIn('faults', values.faults, faultNames) as FaultKind[]),
    targets: namesIn('target', values.target, targetNames),
    skewed: !values['no-skew'],
    lengthMs:
      1_000 * (values.seconds === undefined ? Math.max(20, Math.round(runs / 5)) : whole('seconds', values.seconds)),
    faultEveryMs: 1_000 * positive('fault-every', values['fault-every']),
    healWithinMs: 1_000 * positive('heal-within', values['heal-within']),
  };
}

function seedsOf(text: string): number[] {
  const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  if (from === undefined) throw new UsageError(`--seed ${text}: a number, or N..M`);
  const [first, last] = [Number(from), Number(to ?? from)];
  // An empty range would count as passed.
  if (last < first) throw new UsageError(`--seed ${text}: N..M from the lower to the higher`);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The names of a list with commas; all if it is absent. */
function namesIn(option: string, text: string | undefined, all: readonly string[]): string[] {
  const asked = text?.split(',') ?? [...all];
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new UsageError(`--${option}: no ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  return asked;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`--${name} ${text}: a number above 0`);
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} ${text}: a whole number`);
  return value;
}

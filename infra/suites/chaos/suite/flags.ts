import { parsedOptions, UsageError } from '../../suite-program';
import { worldFrom, worldNames, worldOption } from '../../worlds/world-option';
import type { SuiteWorld } from '../../worlds/suite-world';
import { faultNames, type FaultKind } from '../faults/fault-kinds';
import type { PlanOptions } from './plan';
import { questionsIn } from './questions';
import { scenarios } from './scenarios';

export interface Flags extends PlanOptions {
  world: SuiteWorld;
  seeds: number[];
  /** One of `scenarios`, in place of the seeds. */
  scenario: string | null;
  /** How long a scenario's outage lasts. */
  seconds: number;
  healWithinMs: number;
}

export const help = `Usage: npm run chaos [-- options]

The whole product, six services on a private Redis and PostgreSQL, is asked while a schedule of faults goes by, and is then judged from
outside: every accepted run ends once, no accepted reply is lost, no effect is doubled, nobody sees another's rows, nothing stays behind,
and work resumes by itself. A seed decides every question, reply and fault, and its plan's digest is printed.

  --seed N | N..M       (default 1)
  --world NAME          ${worldNames.join(', ')}: what is asked about (default: demo)
  --runs N              questions a seed (default 500)
  --seconds N           over how long they are asked, and faults go by (default: one for every 5 questions, at least 20)
  --faults KIND,…       ${faultNames.join(', ')}   (default: all; none: a quiet day)
  --fault-every SECONDS on the average (default 2.5)
  --no-skew             all clocks are right
  --heal-within SECONDS after the last fault, before what is not over counts as hung (default 120)
  --scenario NAME       in place of seeds, with --runs (default 200) and --seconds (default 20):
${Object.entries(scenarios)
  .map(([name, { about }]) => `                          ${name}: ${about}`)
  .join('\n')}
  --help

Ends with 0 when every invariant held, 1 when one did not, 2 when called wrongly.`;

const options = {
  ...worldOption,
  seed: { type: 'string', default: '1' },
  runs: { type: 'string' },
  scenario: { type: 'string' },
  seconds: { type: 'string' },
  faults: { type: 'string' },
  'fault-every': { type: 'string', default: '2.5' },
  'no-skew': { type: 'boolean', default: false },
  'heal-within': { type: 'string', default: '120' },
  help: { type: 'boolean', default: false },
} as const;

/** @returns null when help was asked for. Throws UsageError. */
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
    kinds: kindsOf(values.faults),
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
  // None at all would pass for well.
  if (last < first) throw new UsageError(`--seed ${text}: N..M from the lower to the higher`);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function kindsOf(text: string | undefined): FaultKind[] {
  if (text === undefined) return faultNames;
  if (text === 'none') return [];
  const asked = text.split(',');
  const unknown = asked.filter((name) => !(faultNames as string[]).includes(name));
  if (unknown.length > 0)
    throw new UsageError(`--faults: no ${unknown.join(', ')}; there are: ${faultNames.join(', ')}, none`);
  return asked as FaultKind[];
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

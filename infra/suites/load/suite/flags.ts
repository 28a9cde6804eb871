import { parsedOptions, settingFrom, UsageError } from '../../suite-program';
import { worldFrom, worldNames, worldOption } from '../../worlds/world-option';
import type { SuiteWorld } from '../../worlds/suite-world';

const scenarios = ['throughput', 'cost', 'fairness', 'history', 'cluster', 'cells'] as const;
export type Scenario = (typeof scenarios)[number];

export interface Flags {
  world: SuiteWorld;
  scenarios: Scenario[];
  runs: number;
  /** Numbers of executors and generators. */
  scales: number[];
  queued: number[];
  drained: number;
  crowded: number;
  times: number;
  /** Tenants of all cells. */
  tenants: number;
  /** Of the random numbers of cells. */
  seed: number;
  /** Masters of the cluster. */
  masters: number;
  /** Runs that move to the history. */
  moved: number;
  /** Questions a second meanwhile. */
  rate: number;
  /** Added to every service's environment. */
  env: Record<string, string>;
  /** Directives of redis.conf. */
  redis: Record<string, string>;
}

export const help = `Usage: npm run load [-- options]

Measures the time and memory of a run, alone and among many, on six private services with Redis and PostgreSQL.

  --scenario NAME,…   ${scenarios.join(', ')}   (default: all)
  --world NAME        ${worldNames.join(' or ')}: database and questions (default: demo)
  --runs N            throughput: runs per measurement (default 500)
  --scale N,…         throughput: executors and generators (default 1,2,4)
  --queued N,…        cost: number of queued runs (default 100,1000,10000; 100000 take minutes to submit)
  --drained N         cost: number of queued runs that are executed and timed (default 1000)
  --crowded N         fairness: the other tenant's queued runs (default 2000)
  --times N           fairness: measurements per median (default 7)
  --masters N         cluster: masters (default 3); asks --runs questions
  --tenants N         cells: tenants that share the questions (default 5000)
  --seed N            cells: of the random numbers (default 1)
  --moved N           history: finished runs that move to PostgreSQL (default 40000)
  --rate N            history: questions a second meanwhile (default 4)
  --env NAME=VALUE    added to every service's environment; repeatable
  --redis NAME=VALUE  a directive of redis.conf; repeatable
  --help

Prints measurements with the machine's cores and load, without a verdict. Exit code: 0 when it completes, 2 for wrong arguments.`;

const options = {
  ...worldOption,
  scenario: { type: 'string' },
  runs: { type: 'string', default: '500' },
  scale: { type: 'string', default: '1,2,4' },
  queued: { type: 'string', default: '100,1000,10000' },
  drained: { type: 'string', default: '1000' },
  crowded: { type: 'string', default: '2000' },
  times: { type: 'string', default: '7' },
  tenants: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
  masters: { type: 'string', default: '3' },
  moved: { type: 'string', default: '40000' },
  rate: { type: 'string', default: '4' },
  env: { type: 'string', multiple: true, default: [] as string[] },
  redis: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

/** @returns the parsed flags, or null for --help. @throws UsageError */
export function flagsFrom(args: string[]): Flags | null {
  const values = parsedOptions(args, options);
  if (values.help) return null;
  const asked = values.scenario?.split(',') ?? [...scenarios];
  const unknown = asked.filter((name) => !(scenarios as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new UsageError(`--scenario: no ${unknown.join(', ')}; there are: ${scenarios.join(', ')}`);
  return {
    world: worldFrom(values),
    scenarios: asked as Scenario[],
    runs: count('runs', values.runs),
    scales: values.scale.split(',').map((text) => count('scale', text)),
    queued: values.queued.split(',').map((text) => count('queued', text)),
    drained: count('drained', values.drained),
    crowded: count('crowded', values.crowded),
    times: count('times', values.times),
    tenants: count('tenants', values.tenants),
    seed: count('seed', values.seed),
    masters: count('masters', values.masters),
    moved: count('moved', values.moved),
    rate: count('rate', values.rate),
    env: Object.fromEntries(values.env.map(settingFrom)),
    redis: Object.fromEntries(values.redis.map(settingFrom)),
  };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} ${text}: a whole number from 1`);
  return value;
}

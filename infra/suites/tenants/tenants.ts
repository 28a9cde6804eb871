import { parsedOptions, suiteProgram, UsageError } from '../suite-program';
import { playHalves } from './in-processes';
import { worlds, type WorldName } from './tenant-world';

const HELP = `Usage: npm run tenants -- [options]

Two tenants with a login each ask one connection in turns, with the same words: questions, conversations, looks at stored values and
hostile statements. Everything that either is sent or could have reached, and all of Redis, is searched for marks of another's rows,
and each result is compared with a database that holds the tenant's rows alone.

  --runs N       runs in all, in two processes (default: 200)
  --seed TEXT    (default: tenants)
  --world NAME   narrow: the logins may read what npm run roles grants (default)
                 everything: they may read and execute whatever there is: views with their owner's rights, materialized views, parts of
                 tables and SECURITY DEFINER functions past row security
                 shared: the same, and the connection shares what row security does not reach; the search must find leaks
                 unsecured: without row security; the search must find leaks
  --help

Ends with 0 where no mark of another tenant was found, nothing differed and nothing was wrong; where leaks must be found, with 0 where
they were.`;

interface Flags {
  runs: number;
  seed: string;
  world: WorldName;
}

export const main = suiteProgram<Flags>({
  help: HELP,
  flagsFrom(args) {
    const text = { type: 'string' } as const;
    const { help, runs, seed, world } = parsedOptions(args, {
      help: { type: 'boolean', default: false },
      runs: { ...text, default: '200' },
      seed: { ...text, default: 'tenants' },
      world: { ...text, default: 'narrow' },
    });
    if (help) return null;
    if (!/^[1-9]\d{0,5}$/.test(runs)) throw new UsageError('--runs must be a whole number from 1 to 999999.');
    if (!isWorld(world)) throw new UsageError(`--world must be one of ${Object.keys(worlds).join(', ')}.`);
    return { runs: Number(runs), seed, world };
  },
  async play(flags) {
    const started = performance.now();
    const { leaks, differing, wrongs, ...counts } = await playHalves(flags);
    const found = [
      ...leaks.slice(0, 10).map(({ bytes, ...leak }) => ({ ...leak, bytes: bytes.slice(0, 300) })),
      ...differing.slice(0, 10),
      ...new Set(wrongs),
    ].map((one) => JSON.stringify(one));
    process.stdout.write(`${[JSON.stringify(counts, null, 1), ...found].join('\n')}\n`);
    process.stdout.write(
      `${counts.runs} runs in the world ${flags.world} in ${((performance.now() - started) / 1_000).toFixed(0)} s: ${leaks.length} foreign marks, ${differing.length} differing, ${wrongs.length} wrong\n`,
    );
    const mustLeak = flags.world === 'shared' || flags.world === 'unsecured';
    return mustLeak ? leaks.length > 0 : leaks.length + differing.length + wrongs.length === 0;
  },
});

const isWorld = (name: string): name is WorldName => Object.hasOwn(worlds, name);

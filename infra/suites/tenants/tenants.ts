import { parsedOptions, suiteProgram, UsageError } from '../suite-program';
import { playHalves } from './play-halves';
import { worlds, type WorldName } from './tenant-world';

const HELP = `Usage: npm run tenants -- [options]

Two tenants with a login each ask the same questions of one connection in turns: questions, conversations, explorations and
hostile statements. Everything that a tenant receives or could reach, and all of Redis, is searched for marks of another tenant's
rows. Each result is compared with that of a database with only the tenant's rows.

  --runs N       total number of runs, in two processes (default: 200)
  --seed TEXT    (default: tenants)
  --world NAME   narrow: the logins may read what npm run roles grants (default)
                 everything: the logins may read and execute everything, including views with their owner's rights, materialized
                 views, partitions and SECURITY DEFINER functions that bypass row security
                 shared: as everything, and the connection shares relations that bypass row security; the search must find leaks
                 unsecured: without row security; the search must find leaks
  --help

Exit code 0: no foreign marks, no differing results and no other faults, or leaks in a world where the search must find them.`;

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

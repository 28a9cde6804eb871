import { parsedOptions, suiteProgram, UsageError } from '../suite-program';
import { differenceText, summaryText } from './meaning-report';
import { playWorlds, type MeaningOptions } from './play-worlds';

const help = `Usage: npm run meaning [-- --models N] [--comparisons N] [--seed N] [--examples N]

Compares what the SQL compiler makes of random semantic queries with a reference evaluator that works row by row, over
random models and small databases on a throw-away PostgreSQL. See infra/suites/meaning/README.md.

  --models N       databases, each with a model (default 200)
  --comparisons N  queries over all of them (default 20000)
  --seed N         the same seed gives the same databases and queries (default 1)
  --examples N     differences of each cause that are printed, as small as possible (default 1)`;

export const main = suiteProgram<MeaningOptions>({
  help,
  flagsFrom(args) {
    const text = { type: 'string' } as const;
    const { help: isHelp, ...given } = parsedOptions(args, { help: { type: 'boolean' }, models: text, comparisons: text, seed: text, examples: text });
    if (isHelp) return null;
    return { models: count('models', given.models ?? '200'), comparisons: count('comparisons', given.comparisons ?? '20000'), seed: count('seed', given.seed ?? '1'), examples: count('examples', given.examples ?? '1') };
  },
  async play(options) {
    const startedAt = Date.now();
    const played = await playWorlds({ ...options, onWorld: (so, world) => world % 20 === 0 && process.stderr.write(`${world} of ${options.models} models, ${summaryText(so)}\n`) });
    for (const { examples } of played.differences.values()) for (const example of examples) process.stdout.write(`${differenceText(example)}\n\n`);
    process.stdout.write(`${summaryText(played)}, ${options.models} models, seed ${options.seed}, ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
    return played.differences.size === 0;
  },
});

function count(name: string, written: string): number {
  if (!/^[1-9]\d{0,7}$/.test(written)) throw new UsageError(`--${name} needs a number from 1 on, not ${written}`);
  return Number(written);
}

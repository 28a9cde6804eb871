import { suiteProgram } from '../../suite-program';
import { flagsFrom, help, type Flags } from './flags';
import { playSeed } from './play-seed';
import { scenarios } from './scenarios';
import { findings, isSound, tableOf, type SeedReport } from './seed-report';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The suite passes when every invariant holds. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  play: async (flags) =>
    flags.scenario === null
      ? playSeeds(flags)
      : ((await scenarios[flags.scenario]?.play({ ...flags, print })) ?? false),
});

async function playSeeds(flags: Flags): Promise<boolean> {
  const reports: SeedReport[] = [];
  for (const seed of flags.seeds) {
    const report = await playSeed(seed, { ...flags, print });
    reports.push(report);
    if (!isSound(report)) print(findings(report));
    print(tableOf(reports));
  }
  return reports.every(isSound);
}

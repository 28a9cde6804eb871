import { suiteProgram } from '../../suite-program';
import { flagsFrom, help, type Flags } from './flags';
import { playSeed } from './play-seed';
import { scenarios } from './scenarios';
import { findings, isSound, tableOf, type SeedReport } from './seed-report';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** All was well where every invariant held. */
export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  play: async (flags) =>
    flags.scenario === null ? playSeeds(flags) : ((await scenarios[flags.scenario]?.play({ ...flags, say })) ?? false),
});

async function playSeeds(flags: Flags): Promise<boolean> {
  const reports: SeedReport[] = [];
  for (const seed of flags.seeds) {
    const report = await playSeed(seed, { ...flags, say });
    reports.push(report);
    if (!isSound(report)) say(findings(report));
    say(tableOf(reports));
  }
  return reports.every(isSound);
}

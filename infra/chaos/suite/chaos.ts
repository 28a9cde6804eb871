import { flagsFrom, help, UsageError, type Flags } from './flags';
import { playSeed } from './play-seed';
import { scenarios } from './scenarios';
import { findings, isSound, tableOf, type SeedReport } from './seed-report';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns the exit code: 0 sound, 1 an invariant is broken, 2 called wrongly */
export async function main(args: string[]): Promise<number> {
  // What tests start holds up no process: without this one, ours would end while it waits for their end.
  const alive = setInterval(() => undefined, 60_000);
  try {
    const flags = flagsFrom(args);
    if (flags === null) {
      say(help);
      return 0;
    }
    const isWell = flags.scenario === null ? await playSeeds(flags) : await scenarios[flags.scenario]?.play({ ...flags, say });
    return isWell ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    clearInterval(alive);
  }
}

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

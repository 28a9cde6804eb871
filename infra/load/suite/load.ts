import { flagsFrom, help, UsageError, type Flags, type Scenario } from './flags';
import { cost, fairness, throughput } from './scenarios';

const play: Record<Scenario, (flags: Flags) => Promise<void>> = { throughput, cost, fairness };

/** @returns the exit code: 0 measured, 2 called wrongly */
export async function main(args: string[]): Promise<number> {
  // What tests start holds up no process: without this one, ours would end while it waits for their end.
  const alive = setInterval(() => undefined, 60_000);
  try {
    const flags = flagsFrom(args);
    if (flags === null) process.stdout.write(`${help}\n`);
    else for (const name of flags.scenarios) await play[name](flags);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    clearInterval(alive);
  }
}

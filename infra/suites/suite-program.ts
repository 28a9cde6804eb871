import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Called wrongly: the program ends with 2. */
export class UsageError extends Error {}

interface Suite<F> {
  help: string;
  /** @returns null when help was asked for. Throws UsageError. */
  flagsFrom: (args: string[]) => F | null;
  /** @returns whether all was well */
  play: (flags: F) => Promise<boolean>;
}

/** @returns a suite's `main`, which resolves to the exit code: 0 well, 1 not, 2 called wrongly */
export function suiteProgram<F>({ help, flagsFrom, play }: Suite<F>): (args: string[]) => Promise<number> {
  return async (args) => {
    // What tests start holds up no process: without this one, ours would end while it waits for their end.
    const alive = setInterval(() => undefined, 60_000);
    try {
      const flags = flagsFrom(args);
      if (flags !== null) return (await play(flags)) ? 0 : 1;
      process.stdout.write(`${help}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 2;
    } finally {
      clearInterval(alive);
    }
  };
}

/** The options among arguments, nothing else; what is wrong with them as a UsageError. */
export function parsedOptions<const T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

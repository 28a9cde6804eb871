import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Wrong command-line arguments. The program ends with exit code 2. */
export class UsageError extends Error {}

interface Suite<F> {
  help: string;
  /** @returns the parsed flags, or null for --help. @throws UsageError */
  flagsFrom: (args: string[]) => F | null;
  /** @returns whether the suite passed */
  play: (flags: F) => Promise<boolean>;
}

/** Returns a suite's `main`, which resolves to its exit code: 0 passed, 1 failed, 2 wrong arguments. */
export function suiteProgram<F>({ help, flagsFrom, play }: Suite<F>): (args: string[]) => Promise<number> {
  return async (args) => {
    // Test servers are unreferenced and keep no process alive. Without this timer, ours would end while it waits for
    // them.
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

/** Parses options without positional arguments. @throws UsageError for invalid ones */
export function parsedOptions<const T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses `NAME=VALUE`. @throws UsageError */
export function settingFrom(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${text}: NAME=VALUE`);
  return [text.slice(0, at), text.slice(at + 1)];
}

import { Command, CommanderError, Option } from 'commander';
import { registerAgents } from './commands/agents';
import { registerAsking } from './commands/ask';
import { registerCompletion } from './commands/completion';
import { registerConnections } from './commands/connections';
import { registerKeys } from './commands/keys';
import { registerMcp } from './commands/mcp';
import { registerModels } from './commands/models';
import type { Act, Registrar } from './commands/registrar';
import { registerRevisions } from './commands/revisions';
import { registerRuns } from './commands/runs';
import { registerSamples } from './commands/samples';
import { registerSigningIn } from './commands/sign-in';
import { Context, type GlobalOptions } from './context';
import { exitCodes, type ExitCode } from './exit-codes';
import { failureOf } from './failures';
import { painter, type Streams } from './streams';

const registrars: readonly Registrar[] = [
  registerSigningIn,
  registerAsking,
  registerRuns,
  registerConnections,
  registerModels,
  registerSamples,
  registerKeys,
  registerAgents,
  registerRevisions,
  registerMcp,
  registerCompletion,
];

/**
 * Runs one command.
 * @param args arguments after the name of the program
 * @param signal aborted by Ctrl-C
 */
export async function runCli(
  args: readonly string[],
  streams: Streams,
  signal: AbortSignal,
  version: string,
): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const program = describeProgram(version, (act) => async (...given: unknown[]) => {
    const command = given.at(-1) as Command;
    exitCode = (await act(new Context(streams, command.optsWithGlobals<GlobalOptions>(), signal), command)) ?? exitCode;
  });
  configure(program, streams);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (signal.aborted) return exitCodes.interrupted;
    return report(error, streams, program.opts<GlobalOptions>().json === true || args.includes('--json'));
  }
}

/** The commands with their options. */
export function describeProgram(version: string, action: (act: Act) => (...args: unknown[]) => Promise<void>): Command {
  const program = new Command('querent')
    .description('Ask databases questions in Chinese or English, and administer a Querent.')
    .version(version)
    .option('--json', 'print JSON: one document, or one line for each element of a list')
    .addOption(
      new Option('--profile <name>', 'the stored address and key to use').env('QUERENT_PROFILE').default('default'),
    )
    .addOption(
      new Option('--lang <language>', 'language of answers and messages (default: that of the question)').choices([
        'zh',
        'en',
      ]),
    )
    .addHelpText(
      'after',
      `
QUERENT_URL and QUERENT_KEY come before the profile.
Exit codes: 0 done, 1 not answered or refused by the server, 2 wrong arguments, 3 the run needs a reply and there is no
terminal, 4 no key or a key without the right, 5 the server was not reached, 6 another change came first,
130 stopped by Ctrl-C.`,
    );
  for (const register of registrars) register(program, action);
  return program;
}

function configure(command: Command, streams: Streams): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void streams.stdout.write(text),
    writeErr: (text) => void streams.stderr.write(text),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  command.showHelpAfterError('(add --help for usage)');
  // Options of the program may follow the command.
  for (const each of command.commands) {
    each.copyInheritedSettings(command);
    configure(each, streams);
  }
}

function report(error: unknown, streams: Streams, isJson: boolean): ExitCode {
  const { exitCode, lines } = failureOf(error);
  const [first = '', ...others] = lines;
  const text = [painter(streams, streams.stderr)('red', first), ...others].join('\n');
  if (isJson) {
    const { code, message, actions } = error as { code?: unknown; message?: unknown; actions?: unknown };
    streams.stderr.write(`${JSON.stringify({ error: { code, message, actions } })}\n`);
  } else streams.stderr.write(`${text}\n`);
  return exitCode;
}

import { runCli } from './run-cli';

/** The version of the package, which the build writes. */
declare const QUERENT_VERSION: string;

const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
  // The second Ctrl-C does not wait.
  process.once('SIGINT', () => process.exit(130));
});
// A reader such as `head` may close the output early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { stdin, stdout, stderr, env } = process;
void runCli(process.argv.slice(2), { stdin, stdout, stderr, env }, interrupted.signal, QUERENT_VERSION).then((code) => {
  process.exitCode = code;
  // A terminal on standard input would keep the process alive.
  stdin.unref?.();
});

import { inspect } from 'node:util';

/** Plays the share that this process was given as its argument, and sends its report to the parent process. */
export function playShare<Share>(play: (share: Share) => Promise<object>): void {
  // The private Redis does not hold the process, and for a moment at its start nothing else does. It also ends with its
  // parent.
  process.on('disconnect', () => process.exit(1));
  process.channel?.ref();
  play(JSON.parse(process.argv[2] ?? '{}') as Share).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    },
  );
}

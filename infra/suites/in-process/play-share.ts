import { inspect } from 'node:util';

/** Plays the share in this process's first argument, and sends the report to the parent process. */
export function playShare<Share>(play: (share: Share) => Promise<object>): void {
  // The IPC channel keeps the process alive, because at first nothing else does. The process also ends with its parent.
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

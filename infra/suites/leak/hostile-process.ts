import { playHostileRuns } from './hostile-runs';

// The private Redis does not hold the process, and for a moment at its start nothing else does. It also ends with its
// parent.
process.on('disconnect', () => process.exit(1));
process.channel?.ref();

/** One share of the runs, in a process of its own: told by its argument, tells its report to its parent. */
const share = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof playHostileRuns>[0];
playHostileRuns(share).then(
  (report) => process.send?.(report, () => process.exit(0)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);

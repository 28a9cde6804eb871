/**
 * Shuts the process down on SIGTERM or SIGINT: runs `shutDown`, then exits with status 0, or 1 if that fails. A second
 * signal exits immediately. Nest's own hook sends the signal again when it is done, so the process would end by a
 * signal, which supervisors count as a crash. Call it before anything is opened, because a service that still waits for
 * Redis must also be able to end.
 */
export function endOnSignal(shutDown: () => Promise<void>, onFailure: (error: unknown) => void): void {
  let isShuttingDown = false;
  const onSignal = (): void => {
    if (isShuttingDown) process.exit(1);
    isShuttingDown = true;
    shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        onFailure(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

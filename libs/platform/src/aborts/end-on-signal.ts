/**
 * Ends the process in order on SIGTERM or SIGINT: `shutDown`, then status 0, or 1 when that fails; a second signal ends
 * it at once. Nest's own hook would send the signal again when it is done, and so end the process by it: to a
 * supervisor that is a crash. To be called before anything is opened: a service that still waits for Redis must end as
 * well.
 */
export function endOnSignal(shutDown: () => Promise<void>, onFailure: (error: unknown) => void): void {
  let begun = false;
  const onSignal = (): void => {
    if (begun) process.exit(1);
    begun = true;
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

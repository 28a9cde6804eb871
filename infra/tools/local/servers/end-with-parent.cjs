// Preloaded (`node --require`) into every process the supervisor starts: when the supervisor is gone, even by SIGKILL,
// the channel to it closes and the process ends as on SIGTERM.
'use strict';

const graceMs = 15_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The listener alone would keep a process alive that has nothing left to do.
  process.channel.unref();
}

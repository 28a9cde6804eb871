// Preloaded (`node --require`) into every process that the supervisor starts. When the supervisor ends, even by
// SIGKILL, the IPC channel closes, and the process stops as on SIGTERM.
'use strict';

const graceMs = 15_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // Otherwise the channel would keep an idle process alive.
  process.channel.unref();
}

import type { TableProgress } from '@querent/retrieval';

const TOLD_EVERY_MS = 500;
/** Where nobody watches, a line now and then will do. */
const LOGGED_EVERY_MS = 10_000;
const WIDTH = 30;

/** A bar on a terminal, lines of JSON elsewhere. */
export function progressBar(): (progress: TableProgress) => void {
  let told = 0;
  return ({ part, done, of }) => {
    const now = performance.now();
    if (of <= 1 || (now - told < (process.stderr.isTTY ? TOLD_EVERY_MS : LOGGED_EVERY_MS) && done < of)) return;
    told = now;
    if (!process.stderr.isTTY) return void process.stderr.write(`${JSON.stringify({ part, done, of })}\n`);
    const full = Math.round((WIDTH * done) / of);
    process.stderr.write(
      `\r  ${part.padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${of}${done === of ? '\n' : ''}`,
    );
  };
}

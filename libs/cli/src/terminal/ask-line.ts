import { createInterface } from 'node:readline/promises';
import type { Context } from '../context';

/**
 * Asks the person at the terminal for a line; null at the end of the input.
 * @throws the reason of the context's signal after Ctrl-C
 */
export async function askLine({ streams: { stdin, stdout }, signal }: Context, prompt: string): Promise<string | null> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  // Without a listener, Ctrl-C would only pause the input, and the program would end as if it had succeeded.
  terminal.once('SIGINT', () => process.emit('SIGINT'));
  try {
    return (await terminal.question(prompt, { signal: AbortSignal.any([closed.signal, signal]) })).trim();
  } catch (error) {
    signal.throwIfAborted();
    if (closed.signal.aborted) return null;
    throw error;
  } finally {
    terminal.close();
  }
}

import { sumOf, type Figure } from '../whole/figures';
import type { WarmProduct } from '../whole/warm-product';
import { monitored } from './monitored';
import { ownersOfPorts } from './socket-owners';

/**
 * Commands per run by kind, of clients and of scripts, and commands and kilobytes that each service sends. INFO counts
 * all together, and MONITOR names the origin of each, but slows Redis down, so this is measured separately.
 */
export async function callsByOrigin(
  { redis, own }: Pick<WarmProduct, 'redis' | 'own'>,
  runs: number,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  const owners = ownersOfPorts(await own.stack.pids());
  const totals = new Totals();
  const stop = await monitored(redis, ({ name, args, port }) => {
    const owner = port === null ? undefined : owners.get(port);
    totals.add('redis', name, port === null ? 'scripts (1)' : 'clients (1)', 1 / runs);
    if (owner === undefined) return;
    const bytes = args.reduce((sum, { length }) => sum + length, name.length);
    totals.add('cpu', owner, 'Redis calls (1)', 1 / runs);
    totals.add('cpu', owner, 'Redis KB (1)', bytes / 1e3 / runs);
  });
  await work();
  stop();
  const { figures } = totals;
  return [
    ...figures,
    ...['clients (1)', 'scripts (1)'].map((column) => sumOf(figures, 'redis', column)),
    ...['Redis calls (1)', 'Redis KB (1)'].map((column) => sumOf(figures, 'cpu', column)),
  ];
}

/** Sums by part, row and column. */
class Totals {
  private readonly cells = new Map<string, Figure>();

  get figures(): Figure[] {
    return [...this.cells.values()];
  }

  add(part: Figure['part'], row: string, column: string, value: number): void {
    const cell = JSON.stringify([part, row, column]);
    const known = this.cells.get(cell);
    if (known === undefined) this.cells.set(cell, { part, row, column, value });
    else known.value += value;
  }
}

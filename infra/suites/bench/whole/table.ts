import { parts, type Part, type Summary } from './figures';

const titles: Record<Part, string> = {
  chain: 'Planned questions, against a bare BullMQ chain of five hops that executes the same statements',
  steady: 'Planned questions at a constant rate, and the processors that they use',
  cpu: 'Processor time and system calls per run, without those of the idle product',
  redis: 'Redis per run, without the commands of the idle product',
  sizes: 'Processes at 70 % of a core, cores and memory for planned questions, from the costs of a run',
  hits: 'Hits of the exact cache, 32 in flight, against one Redis GET by bare node:http',
  model: 'Questions for a language model that answers at once, against a LangGraph agent in one process',
  memory: 'The six services, idle after use',
  first: 'The first questions after the start',
  cold: 'The first question after a service was replaced, and after idle time',
};

const ROW = 34;
const CELL = 12;

/**
 * The figures as a table for each part. With an earlier measurement, each cell has the ratio to the earlier value
 * below it.
 */
export function tableOf(figures: readonly Summary[], earlier?: readonly Summary[]): string {
  return parts
    .map((part) => ({ part, own: figures.filter((figure) => figure.part === part) }))
    .filter(({ own }) => own.length > 0)
    .map(({ part, own }) => partTable(titles[part], own, earlier))
    .join('\n\n');
}

function partTable(title: string, figures: readonly Summary[], earlier?: readonly Summary[]): string {
  const columns = [...new Set(figures.map(({ column }) => column))];
  const width = Math.max(CELL, ...columns.map((column) => column.length + 2));
  const line = (name: string, cells: readonly string[], end = ''): string =>
    `  ${name.padEnd(ROW)}${cells.map((cell) => cell.padStart(width)).join('')}${end}`.trimEnd();
  const rows = [...new Set(figures.map(({ row }) => row))].flatMap((row) => {
    const cells = columns.map((column) => figures.find((figure) => figure.row === row && figure.column === column));
    const own = line(
      row,
      cells.map((cell) => (cell === undefined ? '' : shown(cell.value))),
      aimsOf(cells),
    );
    if (earlier === undefined) return [own];
    return [
      own,
      line(
        '  ratio to before',
        cells.map((cell) => ratioTo(cell, earlier)),
      ),
    ];
  });
  return [title, line('', columns), ...rows].join('\n');
}

function aimsOf(cells: readonly (Summary | undefined)[]): string {
  const aims = cells.flatMap((cell) => (cell?.aim === undefined ? [] : [`${cell.column} ${cell.aim}`]));
  return aims.length === 0 ? '' : `   (aim: ${aims.join(', ')})`;
}

function ratioTo(cell: Summary | undefined, earlier: readonly Summary[]): string {
  const before = earlier.find(
    ({ part, row, column }) => part === cell?.part && row === cell.row && column === cell.column,
  );
  return cell === undefined || before === undefined ? '' : `× ${shown(cell.value / before.value)}`;
}

/** Three significant digits; whole numbers from 100. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

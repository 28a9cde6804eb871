import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Registry } from 'prom-client';
import { waitFor } from '@querent/testing';
import { chartOf, ChartDrawings } from './chart-drawings';
import { DrawingUnavailableError, NotDrawnError } from './drawing-errors';
import { threadFile } from '../thread-file';
import { DrawingPool, type DrawingPoolSettings } from './drawing-pool';

const option = (title: string, points = 3): Record<string, unknown> => ({
  animation: false,
  title: { text: title },
  xAxis: { type: 'value' },
  yAxis: { type: 'value' },
  series: [{ type: 'scatter', data: Array.from({ length: points }, (_, n) => [n, n % 7]) }],
});
const jsonOf = (title: string, points?: number): string => JSON.stringify(option(title, points));

describe('the pool of drawing threads', () => {
  const opened: DrawingPool[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'drawing-'));
  const open = (settings: Partial<DrawingPoolSettings> = {}): DrawingPool => {
    const pool = new DrawingPool({
      file: () => threadFile('drawing-thread'),
      threads: 1,
      queue: 8,
      limitMs: 20_000,
      idleMs: 20_000,
      ...settings,
    });
    opened.push(pool);
    return pool;
  };
  /** A thread's program with the given code for each option. */
  const program = (code: string) => (): string => {
    const file = join(folder, `${opened.length}.cjs`);
    writeFileSync(
      file,
      `const { parentPort } = require('node:worker_threads'); parentPort.on('message', (option) => { ${code} });`,
    );
    return file;
  };
  const failure = (drawing: Promise<Buffer>): Promise<unknown> =>
    drawing.then(
      () => 'drawn',
      (error: unknown) => error,
    );
  afterAll(async () => {
    await Promise.all(opened.map((pool) => pool.close()));
    rmSync(folder, { recursive: true });
  });

  it('draws in a thread that starts with the first drawing, and leaves the event loop free', async () => {
    const pool = open();
    expect(pool.size).toBe(0);
    await pool.draw(jsonOf('warm'));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const svg = await pool.draw(jsonOf('Many points', 4_000));
    delay.disable();
    expect(svg.toString()).toMatch(/^<svg[^]*>Many points<[^]*<\/svg>$/);
    // On the main thread this drawing would block for its whole time, some 450 ms.
    expect(delay.percentile(50) / 1e6).toBeLessThan(30);
  });

  it('gives equal options equal bytes', async () => {
    const pool = open();
    const [first, , again] = [
      await pool.draw(jsonOf('same')),
      await pool.draw(jsonOf('other')),
      await pool.draw(jsonOf('same')),
    ];
    expect(again.equals(first)).toBe(true);
  });

  it('never runs more threads than its limit, and refuses what exceeds its queue', async () => {
    const pool = open({ threads: 2, queue: 3 });
    const drawings = Array.from({ length: 7 }, (_, n) => failure(pool.draw(jsonOf(`drawing ${n}`))));
    expect(pool.size).toBe(2);
    const ends = await Promise.all(drawings);
    expect(ends.map((end) => (end instanceof DrawingUnavailableError ? end.why : end))).toEqual([
      ...Array.from({ length: 5 }, () => 'drawn'),
      'full',
      'full',
    ]);
    expect(pool.size).toBe(2);
  });

  it('ends a drawing that exceeds its time limit, and draws the next one in a new thread', async () => {
    const pool = open({
      file: program(
        "if (option === 'endless') for (;;); parentPort.postMessage({ svg: new TextEncoder().encode(option) });",
      ),
      limitMs: 500,
    });
    const [late, next] = await Promise.all([failure(pool.draw('endless')), pool.draw('next')]);
    expect(late).toMatchObject({ why: 'late' });
    expect(next.toString()).toBe('next');
    expect(pool.size).toBe(1);
  });

  it('ends its threads after the idle time, and starts them again', async () => {
    const pool = open({ idleMs: 50 });
    await pool.draw(jsonOf('before'));
    await waitFor(async () => pool.size === 0);
    expect((await pool.draw(jsonOf('after'))).toString()).toContain('>after<');
  });

  it('fails an option that ECharts refuses and a thread that dies, and draws the next one', async () => {
    const pool = open();
    expect(await failure(pool.draw('{"series":[{"type":"bar","data":[1]}]}'))).toBeInstanceOf(NotDrawnError);
    expect(await failure(pool.draw('no JSON'))).toBeInstanceOf(NotDrawnError);
    expect((await pool.draw(jsonOf('next'))).toString()).toContain('>next<');
    const dying = open({ file: program("throw new Error('no memory');") });
    const ends = await Promise.all([failure(dying.draw('one')), failure(dying.draw('two'))]);
    expect(ends.map(String)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('no memory')));
    expect(dying.size).toBe(0);
  });

  it('fails every waiting drawing if its program is missing', async () => {
    const pool = open({ file: () => threadFile('drawing-thread', tmpdir()) });
    const ends = await Promise.all([failure(pool.draw('one')), failure(pool.draw('two'))]);
    expect(ends.map(String)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('npm run build')));
  });

  it('rejects pending and later drawings when it is closed', async () => {
    const pool = open();
    const ends = [failure(pool.draw(jsonOf('one'))), failure(pool.draw(jsonOf('two')))];
    await pool.close();
    for (const end of [...ends, failure(pool.draw(jsonOf('three')))])
      expect(await end).toMatchObject({ why: 'closed' });
    expect(pool.size).toBe(0);
  });
});

describe('the cached drawings', () => {
  /** Draws the option's JSON itself, so that a drawing is as large as its option. */
  const drawingsOf = (cachedBytes: number): { drawings: ChartDrawings; asked: string[] } => {
    const asked: string[] = [];
    const pool = {
      draw: async (json: string) => {
        asked.push(json);
        if (json.includes('broken')) throw new NotDrawnError('broken');
        return Buffer.from(json);
      },
      close: async () => undefined,
    };
    return { drawings: new ChartDrawings(pool, new Registry(), cachedBytes), asked };
  };

  it('draw equal options once, concurrent or later', async () => {
    const { drawings, asked } = drawingsOf(100_000);
    const all = await Promise.all(Array.from({ length: 5 }, () => drawings.svgOf(chartOf(option('same')))));
    all.push(await drawings.svgOf(chartOf(option('same'))));
    expect(new Set(all.map(String))).toEqual(new Set([jsonOf('same')]));
    expect(asked).toHaveLength(1);
  });

  it('are limited by bytes, the least recently read first', async () => {
    const { drawings, asked } = drawingsOf(jsonOf('a').length * 2);
    for (const title of ['a', 'b', 'a', 'c', 'a', 'b']) await drawings.svgOf(chartOf(option(title)));
    expect(asked).toEqual(['a', 'b', 'c', 'b'].map((title) => jsonOf(title)));
  });

  it('do not keep a failure', async () => {
    const { drawings, asked } = drawingsOf(100_000);
    for (let i = 0; i < 2; i++) await expect(drawings.svgOf(chartOf({ broken: true }))).rejects.toThrow(NotDrawnError);
    expect(asked).toHaveLength(2);
  });
});

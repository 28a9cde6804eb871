import { errorClasses } from './hostile-database';
import type { Report } from './hostile-runs';
import { playInPortions } from './play-in-portions';

/** Number of runs. A larger LEAK_RUNS also plays on proportionally more schemas. */
const runs = Number(process.env['LEAK_RUNS'] ?? 100);
const RUNS_A_SCHEMA = 4;

describe(`${runs} runs on schemas with cryptic names and failing statements`, () => {
  let report: Report;
  beforeAll(async () => {
    const started = performance.now();
    report = await playInPortions({
      seed: process.env['LEAK_SEED'] ?? 'leaks',
      runs,
      schemas: Math.ceil(runs / RUNS_A_SCHEMA),
    });
    const { leaks, ...rest } = report;
    process.stdout.write(
      `${((performance.now() - started) / 1000).toFixed(1)} s, ${leaks.length} leaks, ${JSON.stringify(rest)}\n`,
    );
  }, 900_000);

  it('a key without sql:read receives no physical name, no SQL and no driver message in any byte', () => {
    expect(report.leaks.slice(0, 5)).toEqual([]);
    expect(report.runs).toBe(runs);
  });

  it('the hostile runs cover every error class, outlet and cache level, and the gate stops injected leaks', () => {
    expect(Object.keys(report.thrown).sort()).toEqual([...errorClasses].sort());
    expect(Object.keys(report.outlets)).toEqual(
      expect.arrayContaining([
        'cli administer',
        'cli ask',
        'cli connections',
        'cli explain',
        'cli reply',
        'cli rows',
        'cli runs',
        'cli show',
        'client error',
        'connections',
        'csv',
        'events',
        'lists',
        'mcp ask',
        'mcp chart',
        'mcp csv',
        'mcp described',
        'mcp form',
        'mcp page',
        'mcp rows',
        'mcp run',
        'mistakes',
        'draft',
        'comparison',
        'ratings',
        'conversations',
        'session',
        'ndjson',
        'page',
        'preview',
        'problem',
        'reply',
        'submit',
        'svg',
        'view',
      ]),
    );
    expect(Object.keys(report.levels).sort()).toEqual(['l1', 'l2', 'none']);
    expect(Object.keys(report.stopped)).toEqual(
      expect.arrayContaining(['answer', 'error', 'step', 'refined', 'suggestion']),
    );
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { countersOf, growthOf, memoryOf, numberIn, statOf, type Counters } from './process-counters';

const counters = (entries: Record<number, [number, number, number]>): Counters =>
  new Map(
    Object.entries(entries).map(([pid, [cpuMs, readWriteCalls, switches]]) => [
      Number(pid),
      { cpuMs, readWriteCalls, switches },
    ]),
  );

describe('the counters of processes', () => {
  it('are read from a stat line whose program name contains spaces and parentheses', () => {
    const stat = '7 (a (b) c) S 3 7 7 0 -1 4194304 103 0 0 0 11 12 13 14 20 0 1 0 1430320 3133440 418';
    expect(statOf(stat)).toEqual({ parent: 3, cpuMs: 500 });
  });

  it('are read from the line that begins with the name', () => {
    const status = 'nonvoluntary_ctxt_switches:\t9\nvoluntary_ctxt_switches:\t12\nRss:     1788 kB\n';
    expect([numberIn(status, 'voluntary_ctxt_switches'), numberIn(status, 'Rss'), numberIn(status, 'Pss')]).toEqual([
      12, 1788, 0,
    ]);
  });

  it('grow by the time of ended children, which their parent has, and without the calls of processes that ended', () => {
    const before = counters({ 1: [10, 100, 100], 2: [50, 500, 500], 3: [0, 10, 10] });
    const after = counters({ 1: [80, 110, 120], 3: [0, 15, 10], 4: [5, 2, 1] });
    expect(growthOf(before, after)).toEqual({ cpuMs: 25, readWriteCalls: 17, switches: 21 });
  });

  it('include the descendants of a process', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    try {
      expect([...countersOf([process.pid]).keys()]).toEqual(expect.arrayContaining([process.pid, child.pid]));
      expect(countersOf([process.pid]).get(process.pid)?.cpuMs).toBeGreaterThan(0);
      const own = memoryOf([child.pid ?? 0]);
      expect(memoryOf([process.pid]).rss).toBeGreaterThan(own.rss);
      expect(own.pss).toBeLessThanOrEqual(own.rss);
      expect(own.pss).toBeGreaterThan(0);
    } finally {
      child.kill();
    }
  });
});

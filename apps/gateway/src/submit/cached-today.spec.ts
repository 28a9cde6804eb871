import { cachedTodayIn } from './cached-today';

describe('cachedTodayIn', () => {
  it.each<[string, string, string]>([
    ['Asia/Shanghai', '2026-11-21T15:59:59.999Z', '2026-11-21'],
    ['Asia/Shanghai', '2026-11-21T16:00:00.000Z', '2026-11-22'],
    ['UTC', '2026-02-28T23:59:59Z', '2026-02-28'],
    ['America/Los_Angeles', '2026-01-01T07:59:00Z', '2025-12-31'],
    ['America/Los_Angeles', '2026-01-01T08:00:00Z', '2026-01-01'],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'],
    ['Asia/Shanghai', '2026-11-21T15:59:30Z', '2026-11-21'],
  ])('in %s at %s is %s', (zone, at, date) => expect(cachedTodayIn(zone, new Date(at))).toBe(date));
});

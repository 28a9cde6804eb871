import { emptyRunData, type Run, type RunRequest } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { settleZone, withZone } from './settle-zone';
import { academy } from './fixture/academy';

const run = (request: Partial<RunRequest>): Run => {
  const at = '2026-11-21T20:00:00.000Z';
  const asked = newRun({ id: 'q1' });
  return {
    ...asked,
    request: { ...asked.request, ...request },
    version: 1,
    status: 'understanding',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: emptyRunData(),
  };
};

describe('settleZone', () => {
  const berlin = {
    ...academy,
    timezone: 'Europe/Berlin',
    timeZones: ['Asia/Shanghai', 'Asia/Calcutta', 'Europe/Berlin', 'UTC'],
  };

  it("uses the model's zone if none was requested, with the date of the submission", () => {
    const settled = settleZone(run({ timezone: 'UTC', today: '2026-11-21', zoneOpen: true }), {
      ...berlin,
      timezone: 'Asia/Shanghai',
    });
    expect(settled.run.request).toMatchObject({ timezone: 'Asia/Shanghai', today: '2026-11-22' });
    expect(settled).toMatchObject({ zone: { timezone: 'Asia/Shanghai', today: '2026-11-22' }, disclosure: null });
  });

  it('keeps the requested zone if the server knows it', () => {
    const asked = run({ timezone: 'Asia/Shanghai', today: '2026-11-22' });
    expect(settleZone(asked, berlin)).toEqual({ run: asked, zone: undefined, disclosure: null });
  });

  it("uses an alias of the zone, or else the model's zone, if the server does not know the requested one", () => {
    expect(settleZone(run({ timezone: 'Asia/Kolkata', today: '2026-11-22' }), berlin)).toMatchObject({
      zone: { timezone: 'Asia/Calcutta' },
      disclosure: null,
    });
    const refused = settleZone(run({ timezone: 'Asia/Tokyo', today: '2026-11-22', locale: 'en' }), berlin);
    expect(refused).toMatchObject({
      zone: { timezone: 'Europe/Berlin', today: '2026-11-21' },
      disclosure: 'this database does not know the time zone Asia/Tokyo; times are in Europe/Berlin',
    });
    const outcome = withZone({ event: 'unplanned', patch: { disclosures: ['x'] }, steps: [] }, refused);
    expect(outcome.patch).toMatchObject({ zone: refused.zone, disclosures: ['x', refused.disclosure] });
  });

  it('keeps the settled zone after a pause', () => {
    const settled = settleZone(run({ timezone: 'UTC', today: '2026-11-21', zoneOpen: true }), berlin);
    const again = settleZone(
      { ...settled.run, data: { ...settled.run.data, zone: settled.zone } },
      { ...berlin, timezone: 'UTC' },
    );
    expect(again.run.request.timezone).toBe('Europe/Berlin');
  });
});

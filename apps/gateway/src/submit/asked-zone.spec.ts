import { zoneBeforeSchema, zoneOf } from './asked-zone';

describe('the time zone of a question', () => {
  const model = { timezone: 'Asia/Shanghai', timeZones: ['America/Los_Angeles', 'Asia/Calcutta', 'Asia/Shanghai'] };

  it.each([
    [undefined, 'Asia/Shanghai'],
    ['America/Los_Angeles', 'America/Los_Angeles'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['asia/shanghai', 'Asia/Shanghai'],
  ])('%s is %s on a server that knows only some names', (named, timezone) => {
    expect(zoneOf(named, model)).toEqual({ timezone, model: 'Asia/Shanghai', isOpen: false });
  });

  it('refuses a zone that the server does not know, with an alternative', () => {
    expect(() => zoneOf('Europe/Berlin', model)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('stays open until the schema is known, if neither the asker nor a file names one', () => {
    expect(zoneBeforeSchema(undefined, undefined)).toMatchObject({ isOpen: true });
    expect(zoneBeforeSchema(undefined, 'Asia/Tokyo')).toEqual({
      timezone: 'Asia/Tokyo',
      model: 'Asia/Tokyo',
      isOpen: false,
    });
    expect(zoneBeforeSchema('Asia/Tokyo', undefined)).toEqual({
      timezone: 'Asia/Tokyo',
      model: 'Asia/Tokyo',
      isOpen: false,
    });
  });
});

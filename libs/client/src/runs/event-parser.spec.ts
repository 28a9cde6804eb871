import fc from 'fast-check';
import { EventParser } from './event-parser';

const stream =
  ': hello\r\nretry: 150\rid: 7\r\nevent: step\ndata: {"a":\ndata: 1}\r\n\r\ndata\n\nid: 8\n\nunknown: x\ndata:二\r\r';
const parsed = [
  { id: '7', event: 'step', data: '{"a":\n1}' },
  { id: '7', event: 'message', data: '' },
  { id: '8', event: 'message', data: '二' },
];

describe('The parser of server-sent events', () => {
  it('reads the same events however the stream is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const parser = new EventParser();
        const ends = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const events = ends.slice(1).flatMap((end, at) => parser.push(stream.slice(ends[at], end)));
        expect(events).toEqual(parsed);
        expect([parser.retryMs, parser.comments]).toEqual([150, 1]);
      }),
    );
  });

  it('does not report an event that is not complete', () => {
    const parser = new EventParser();
    expect(parser.push('data: 1\n')).toEqual([]);
    expect(parser.push('\n')).toHaveLength(1);
  });
});

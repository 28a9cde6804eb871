import { endpointKey, endpointUrl } from './endpoint-env';
import { isTemporaryStatus, retryAfterOf } from './temporary-status';

const url = endpointUrl('a server', '/embeddings');
const mistakeOf = (text: string): string | undefined => url.safeParse(text).error?.issues[0]?.message;

describe('the address of a server', () => {
  it('is optional, and is stripped of trailing slashes', () => {
    expect([url.parse(undefined), url.parse('https://models.example/v1//')]).toEqual([
      undefined,
      'https://models.example/v1',
    ]);
  });

  it.each([
    ['models.example/v1', 'must be an http:// or https:// URL'],
    ['ftp://models.example', 'must be an http:// or https:// URL'],
    ['https://user:secret@models.example', 'must not contain a user or password; the key has a separate variable'],
    ['https://models.example/v1?key=1', 'must not have a query or a fragment'],
    ['https://models.example/v1/embeddings/', 'must end before /embeddings'],
  ])('is refused as %s', (text, mistake) => expect(mistakeOf(text)).toBe(mistake));

  it('may have any path if requests append none', () =>
    expect(endpointUrl('a server').parse('http://h:1/embeddings')).toBe('http://h:1/embeddings'));
});

it.each(['a b', 'schlüssel', 'a\nb'])('a key that is not a valid header value is refused: %j', (key) =>
  expect(endpointKey('its key').safeParse(key).success).toBe(false),
);

it.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 8_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '9', 'retry-after-ms': '20' }, 20],
  [{ 'retry-after-ms': '-5' }, 0],
])('a server that answers with %j is not called for %p ms', (headers, ms) =>
  expect(retryAfterOf(new Headers(headers), 1_000)).toBe(ms),
);

it('some error statuses are temporary, and others permanent', () => {
  expect([408, 409, 425, 429, 500, 503].map(isTemporaryStatus)).toEqual([true, true, true, true, true, true]);
  expect([301, 400, 401, 403, 404, 413, 422].map(isTemporaryStatus)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

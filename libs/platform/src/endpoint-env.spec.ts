import { endpointKey, endpointUrl } from './endpoint-env';
import { mayGoBetterLater, retryAfterOf } from './http-later';

const url = endpointUrl('a server', '/embeddings');
const mistakeOf = (text: string): string | undefined => url.safeParse(text).error?.issues[0]?.message;

describe('the address of a server', () => {
  it('may be left out, and loses the slashes at its end', () => {
    expect([url.parse(undefined), url.parse('https://models.example/v1//')]).toEqual([
      undefined,
      'https://models.example/v1',
    ]);
  });

  it.each([
    ['models.example/v1', 'must be an http:// or https:// URL'],
    ['ftp://models.example', 'must be an http:// or https:// URL'],
    ['https://user:secret@models.example', 'must hold no user and no password; the key has a variable of its own'],
    ['https://models.example/v1?key=1', 'must have no query and no fragment'],
    ['https://models.example/v1/embeddings/', 'must end before /embeddings'],
  ])('is refused as %s', (text, mistake) => expect(mistakeOf(text)).toBe(mistake));

  it('may end as it likes where requests add nothing', () =>
    expect(endpointUrl('a server').parse('http://h:1/embeddings')).toBe('http://h:1/embeddings'));
});

it.each(['a b', 'schlüssel', 'a\nb'])('a key that no header may hold is refused: %j', (key) =>
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
])('a server that answers with %j is left alone for %p ms', (headers, ms) =>
  expect(retryAfterOf(new Headers(headers), 1_000)).toBe(ms),
);

it('some refusals are for now, and others for good', () => {
  expect([408, 409, 425, 429, 500, 503].map(mayGoBetterLater)).toEqual([true, true, true, true, true, true]);
  expect([301, 400, 401, 403, 404, 413, 422].map(mayGoBetterLater)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

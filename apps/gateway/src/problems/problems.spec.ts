import { replyBodySchema, submitBodySchema } from '@querent/contracts';
import { mistakesOf } from './field-mistakes';
import { ProblemError } from './problem-error';
import { problemOf } from './problem-filter';
import { preferredLocale, problemLanguage } from './problem-language';

describe('problem language', () => {
  it.each<[string | undefined, string | null]>([
    [undefined, null],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-US,en;q=0.5', 'en'],
    ['fr, en;q=0.4, zh;q=0.7', 'zh'],
    ['fr', null],
    ['*', null],
    ['zh;q=0, en;q=0.1', 'en'],
    [';;,,q=', null],
  ])('reads Accept-Language %s as %s', (header, locale) => expect(preferredLocale(header)).toBe(locale));

  it.each<[unknown, string]>([
    [{ locale: 'zh', question: 'how many' }, 'zh'],
    [{ question: '有多少订单' }, 'zh'],
    [{ question: 'how many' }, 'en'],
    [null, 'en'],
    [[1], 'en'],
    ['x', 'en'],
    [{ locale: 5, question: {} }, 'en'],
  ])('uses the language of the body %j without a header', (body, locale) =>
    expect(problemLanguage(undefined, body)).toBe(locale),
  );
});

describe('mistakes of a body', () => {
  const paths = (body: unknown) => {
    const parsed = submitBodySchema.safeParse(body);
    return parsed.success ? [] : mistakesOf(parsed.error.issues).map(({ path, message }) => `${path} ${message.en}`);
  };
  it.each<[unknown, string[]]>([
    [{}, ['question is required', 'connection is required']],
    [{ question: '', connection: 'c' }, ['question must not be empty']],
    [{ question: '   ', connection: 'c' }, ['question must not be empty']],
    [{ question: 'x'.repeat(2001), connection: 'c' }, ['question must have at most 2,000 characters']],
    [{ question: 5, connection: 'c' }, ['question must be a string']],
    [{ question: 'q', connection: 'c', colour: 1, size: 2 }, ['colour unknown field', 'size unknown field']],
    [{ question: 'q', connection: 'c', locale: 'fr' }, ['locale must be one of zh, en']],
    [
      { question: 'q', connection: 'c', timezone: 'Mars/Base' },
      ['timezone must be an IANA time zone such as Asia/Shanghai, or UTC'],
    ],
    [
      { question: 'q', connection: 'c', timezone: 'IST' },
      ['timezone must be an IANA time zone such as Asia/Shanghai, or UTC'],
    ],
    [{ question: 'q', connection: 'c', maxRows: 0 }, ['maxRows must be at least 1']],
    [{ question: 'q', connection: 'c', maxRows: 1.5 }, ['maxRows must be a whole number']],
    [[], ['(body) must be an object']],
    [null, ['(body) must be an object']],
  ])('%j', (body, expected) => expect(paths(body)).toEqual(expected));

  it('reports the branch of a union with the fewest issues', () => {
    const parsed = replyBodySchema.safeParse({ clarificationId: 'c1', text: '' });
    expect(parsed.success ? [] : mistakesOf(parsed.error.issues).map(({ path }) => path)).toEqual(['text']);
  });
});

describe('problem of an error', () => {
  it.each<[unknown, string]>([
    [new ProblemError('option_unknown'), 'option_unknown'],
    [new Error("Stream isn't writeable and enableOfflineQueue options is false"), 'unavailable'],
    [new Error('OOM command not allowed when used memory > maxmemory'), 'unavailable'],
    [Object.assign(new Error('too large'), { statusCode: 413 }), 'payload_too_large'],
    [Object.assign(new Error('odd'), { statusCode: 418 }), 'bad_request'],
    [new Error('relation "orders" does not exist'), 'internal'],
    ['a string', 'internal'],
  ])('%s is %s', (error, code) => expect(problemOf(error).code).toBe(code));

  it('never shows an unknown error', () => {
    expect(JSON.stringify(problemOf(new Error('relation "orders" does not exist')).body('en'))).not.toContain('orders');
  });
});

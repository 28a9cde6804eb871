import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { buildSync } from 'esbuild';
import { productVersion } from '../product-version';
import { createLogger, NestPino } from './logger';
import { registerSecrets } from './redacted';
import { withRequestId } from './request-context';
import { within, type Span } from '../tracing/span';

const SECRET = 's3cret-canary';
const url = `postgres://app:${SECRET}@db/shop`;

function lines(): { log: ReturnType<typeof createLogger>; written: Record<string, unknown>[]; text: () => string } {
  const written: Record<string, unknown>[] = [];
  let all = '';
  const log = createLogger('spec', 'trace', {
    write: (line) => void ((all += line), written.push(JSON.parse(line) as Record<string, unknown>)),
  });
  return { log, written, text: () => all };
}

describe('a log', () => {
  it('contains no credentials, whichever argument a caller puts them in', () => {
    const { log, text } = lines();
    const error = Object.assign(new Error(`cannot reach ${url}`, { cause: new Error(`deep ${url}`) }), {
      input: url,
      config: { password: SECRET, nested: [{ dsn: url }] },
    });
    log.info(`plain ${url}`);
    log.info({ address: url, list: [url, { a: { b: url } }], at: new Date(0), when: new URL(url) }, `message ${url}`);
    log.info('formatted %s', url);
    log.error(error);
    log.error({ err: error });
    log.error({ err: error }, 'said');
    log.error({ error });
    log.error({ err: new AggregateError([new Error(url)], url) });
    log.error({ err: url });
    log.warn({ headers: { authorization: `Bearer ${SECRET}`, cookie: SECRET } }, 'headers');
    log.warn({ password: SECRET, apiKey: SECRET, url });
    new NestPino(log).error(new Error(url), error.stack, { at: url });
    new NestPino(log).warn(url, url);
    expect(text()).not.toContain(SECRET);
    expect(text().trim().split('\n').length).toBe(13);
  });

  it('contains the id of the request that it was written for', async () => {
    const { log, written } = lines();
    const served = ['r1', 'r2'].map((id) =>
      withRequestId(id, async () => {
        await Promise.resolve();
        log.warn('slow');
      }),
    );
    await Promise.all(served);
    log.warn('after');
    expect(written.map(({ requestId }) => requestId)).toEqual(['r1', 'r2', undefined]);
  });

  it('contains the trace id of traced work', () => {
    const { log, written } = lines();
    const nothing = (): void => undefined;
    const span: Span = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      set: nothing,
      link: nothing,
      fail: nothing,
      end: nothing,
      child: () => span,
    };
    within(span, () => log.warn({ runId: 'r1' }, 'slow'));
    log.warn('after');
    expect(written.map(({ traceId }) => traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c', undefined]);
    expect(written[0]).toMatchObject({ runId: 'r1', msg: 'slow' });
  });

  it('keeps all other text unchanged', () => {
    const { log, written } = lines();
    log.info({ runId: 'r1', ms: 12, ok: true, none: null, list: [1, 'two'], at: new Date(0) }, 'done');
    expect(written[0]).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'spec',
      version: productVersion,
      hostname: hostname(),
      pid: process.pid,
      runId: 'r1',
      ms: 12,
      ok: true,
      none: null,
      list: [1, 'two'],
      at: '1970-01-01T00:00:00.000Z',
      msg: 'done',
    });
    log.error({ err: new RangeError('too far') }, 'failed');
    expect(written[1]).toMatchObject({
      err: { type: 'RangeError', message: 'too far', stack: expect.stringContaining('logger.spec') },
      msg: 'failed',
    });
    log.error(new Error('alone'));
    expect(written[2]).toMatchObject({ msg: 'alone', err: { message: 'alone' } });
    log.info('%s of %d', 'one', 2);
    expect(written[3]).toMatchObject({ msg: 'one of 2' });
  });

  it('contains no registered secrets of any form', () => {
    registerSecrets(['correct horse battery']);
    const { log, text } = lines();
    log.warn({ error: 'the server said: correct horse battery' }, 'correct horse battery');
    expect(text()).not.toContain('horse');
  });

  it('handles cyclic objects', () => {
    const { log, written } = lines();
    const circle: Record<string, unknown> = { name: 'a' };
    circle['itself'] = circle;
    log.info({ circle }, 'round');
    expect(written[0]).toMatchObject({ msg: 'round', circle: { name: 'a' } });
  });

  it('does not prevent the exit of a process whose reader has died', async () => {
    const said = `
      import { createLogger } from './logger';
      const log = createLogger('spec', 'info');
      process.stdin.once('end', () => {
        log.info('bye');
        log.info('bye again');
        process.exit(0);
      }).resume();`;
    const { outputFiles } = buildSync({
      stdin: { contents: said, resolveDir: __dirname },
      bundle: true,
      platform: 'node',
      external: ['pino'],
      write: false,
    });
    const child = spawn(process.execPath, ['-e', outputFiles[0]?.text ?? ''], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout?.destroy();
    child.stdin?.end();
    expect(
      await once(child, 'exit', { signal: AbortSignal.timeout(20_000) }).finally(() => child.kill('SIGKILL')),
    ).toEqual([0, null]);
  });
});

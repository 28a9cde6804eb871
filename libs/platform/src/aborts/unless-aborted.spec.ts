import { unlessAborted } from './unless-aborted';

describe('work that is awaited unless a signal is aborted', () => {
  const never = new Promise<never>(() => undefined);

  it('settles with its result or error, with and without a signal', async () => {
    const { signal } = new AbortController();
    expect(
      await Promise.all([unlessAborted(Promise.resolve(1), signal), unlessAborted(Promise.resolve(2), undefined)]),
    ).toEqual([1, 2]);
    await expect(unlessAborted(Promise.reject(new Error('away')), signal)).rejects.toThrow('away');
  });

  it('rejects with the signal’s reason, if aborted before or during the work', async () => {
    const stopping = new AbortController();
    const waiting = unlessAborted(never, stopping.signal);
    stopping.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await expect(unlessAborted(never, stopping.signal)).rejects.toThrow('stop');
  });

  it('causes no unhandled rejection if it fails after the abort', async () => {
    const stopping = new AbortController();
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    stopping.abort(new Error('stop'));
    await expect(unlessAborted(Promise.reject(new Error('late')), stopping.signal)).rejects.toThrow('stop');
    // Node reports unhandled rejections after the microtasks.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

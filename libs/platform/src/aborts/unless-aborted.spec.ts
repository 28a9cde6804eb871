import { unlessAborted } from './unless-aborted';

describe('work that is waited for unless a signal is aborted', () => {
  const never = new Promise<never>(() => undefined);

  it('comes to what it comes to, with a signal and without', async () => {
    const { signal } = new AbortController();
    expect(
      await Promise.all([unlessAborted(Promise.resolve(1), signal), unlessAborted(Promise.resolve(2), undefined)]),
    ).toEqual([1, 2]);
    await expect(unlessAborted(Promise.reject(new Error('away')), signal)).rejects.toThrow('away');
  });

  it('is left with the signal’s reason, before and while it is waited for', async () => {
    const stopping = new AbortController();
    const waiting = unlessAborted(never, stopping.signal);
    stopping.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await expect(unlessAborted(never, stopping.signal)).rejects.toThrow('stop');
  });

  it('that fails when nobody waits for it any more ends no process', async () => {
    const stopping = new AbortController();
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    stopping.abort(new Error('stop'));
    await expect(unlessAborted(Promise.reject(new Error('late')), stopping.signal)).rejects.toThrow('stop');
    // Node tells of unhandled rejections when the microtasks are through.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

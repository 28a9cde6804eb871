import { collectGarbage, waitFor } from '@querent/testing';
import { LinkedAbort } from './linked-abort';

describe('a signal that follows others', () => {
  it('fires with the first of them and its reason, even if that had fired before', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const linked = new LinkedAbort([one.signal, other.signal]);
    other.abort('other');
    one.abort('one');
    expect(linked.signal.reason).toBe('other');
    expect(new LinkedAbort([one.signal]).signal.reason).toBe('one');
  });

  it('fires after its timeout even if nothing else references the timer', async () => {
    let fired = 0;
    const stopping = new AbortController();
    for (let n = 0; n < 50; n += 1)
      new LinkedAbort([stopping.signal], 100).signal.addEventListener('abort', () => (fired += 1));
    await collectGarbage();
    await waitFor(() => fired === 50);
  });

  it('does not fire after its release', async () => {
    const source = new AbortController();
    const linked = new LinkedAbort([source.signal], 10);
    linked.release();
    source.abort();
    // Its timer would have fired before this one, which begins later.
    const later = new LinkedAbort([], 10);
    await waitFor(() => later.signal.aborted);
    expect(linked.signal.aborted).toBe(false);
  });
});

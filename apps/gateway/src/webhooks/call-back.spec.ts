import { collectGarbage } from '@querent/testing';
import { Receiver } from '../testing/webhook-receiver';
import { callBack } from './call-back';

describe('a call back', () => {
  it('ends at its timeout, even after garbage collection, so that a receiver cannot hold a slot', async () => {
    const receiver = new Receiver();
    await receiver.start();
    receiver.answers = [{ status: 200, hang: true }];
    const calling = callBack(
      { url: receiver.url, body: '{}', headers: {} },
      { timeoutMs: 400, allowPrivate: true },
      new AbortController().signal,
    );
    await collectGarbage();
    // If the call hangs, Jest's own time limit fails the test.
    const ended = await calling;
    await receiver.stop();
    expect(ended).toEqual({ kind: 'failed', reason: 'no answer within 400 ms' });
  });
});

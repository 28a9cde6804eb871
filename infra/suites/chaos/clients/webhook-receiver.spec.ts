import { WebhookReceiver } from './webhook-receiver';

it('the webhook receiver answers an invalid call with 400 and accepts the next one', async () => {
  const receiver = await WebhookReceiver.open('secret');
  try {
    const statusOf = async (body: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body })).status;
    expect(await statusOf('{"id":')).toBe(400);
    expect(await statusOf('{"id":"run00001","status":"done"}')).toBe(204);
    expect(receiver.calls).toMatchObject([{ runId: 'run00001', status: 'done', signed: false }]);
  } finally {
    await receiver.close();
  }
});

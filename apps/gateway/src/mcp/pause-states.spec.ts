import type { Caller } from '../auth/caller';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { PauseStates } from './pause-states';

const [first, second] = ['0123456789abcdef'.repeat(4), 'fedcba9876543210'.repeat(4)];
const alice: Caller = { name: 'alice', tenant: 'acme', scopes: ['query'] };
const state = { run: 'q1', clarification: 'c1' };
const inOneMinute = (): { expiresAt: string } => ({ expiresAt: new Date(Date.now() + 60_000).toISOString() });

describe('signed states of pauses', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const statesWith = (secrets?: string): PauseStates =>
    new PauseStates({ ...gateway.services, env: { ...gateway.services.env, QUERENT_SECRET_KEY: secrets } });

  it.each([
    ['without a secret, because the key is in Redis', undefined, undefined],
    ['with the same secret', first, first],
    ['while the secret is rotated', first, `${second},${first}`],
  ])('are accepted by another gateway %s', async (_, signing, verifying) => {
    const text = await statesWith(signing).sign(alice, state, inOneMinute());
    expect(await statesWith(verifying).verify(alice, text)).toEqual(state);
  });

  it.each<[string, Caller, string | undefined]>([
    ['another key', { ...alice, name: 'bob' }, first],
    ['a key of the same name of another tenant', { ...alice, tenant: 'evil' }, first],
    ['a gateway with another secret', alice, second],
    ['a gateway without a secret', alice, undefined],
  ])('are refused from %s', async (_, caller, verifying) => {
    const text = await statesWith(first).sign(alice, state, inOneMinute());
    await expect(statesWith(verifying).verify(caller, text)).rejects.toThrow();
  });

  it('are refused after the clarification has expired', async () => {
    const now = jest.spyOn(Date, 'now');
    const text = await statesWith(first).sign(alice, state, inOneMinute());
    expect(await statesWith(first).verify(alice, text)).toEqual(state);
    now.mockReturnValue(new Date().getTime() + 62_000);
    await expect(statesWith(first).verify(alice, text)).rejects.toThrow();
    now.mockRestore();
  });
});

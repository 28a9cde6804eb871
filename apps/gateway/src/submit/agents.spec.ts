import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

describe('a question to an agent', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const agentIs = async (text: string): Promise<void> => {
    await writeFile(join(gateway.configDir, 'agents/seller.yaml'), text);
    await gateway.services.catalog.reload();
  };
  const post = (body: object = {}) =>
    gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'how many orders', connection: 'shop', agent: 'seller', ...body },
    });

  it('does not share answers with questions to an earlier version of the agent', async () => {
    const key = async (): Promise<string | null> => (await gateway.ask({ agent: 'seller' })).data.cacheKey;
    const before = await key();
    expect(await key()).toBe(before);
    await agentIs('instructions: be brief\nfilters: [{ column: t_order_2024.order_no_pk, equals: 1 }]\n');
    const after = await gateway.ask({ agent: 'seller' });
    expect(after.data.cacheKey).not.toBe(before);
    expect(after.data.agentVersion).toBe(gateway.services.catalog.agent('seller', 'acme')?.version);
    expect((await gateway.ask()).data).toMatchObject({ agentVersion: null });
  });

  it('refuses an agent that filters by an unknown column in business words, and shows the administrator the reason', async () => {
    await agentIs('filters: [{ column: t_order_2024.nothing, equals: 1 }]\n');
    const response = await post();
    expect(response.json()).toMatchObject({ status: 503, code: 'agent_misconfigured' });
    expect(response.body).not.toMatch(/t_order|nothing/);
    const { problems } = (await gateway.request({ url: '/v1/agents/seller', as: 'root' })).json();
    expect(problems).toContainEqual({
      file: 'agents/seller.yaml',
      path: 'filters[0]',
      message: expect.stringContaining('There is no column "t_order_2024.nothing"'),
    });
  });

  it('refuses a question to a deleted agent as unknown', async () => {
    expect((await post({ agent: 'nobody' })).json()).toMatchObject({ status: 404, code: 'agent_unknown' });
    expect((await post({ agent: 'nobody' })).json().detail).not.toContain('nobody');
  });
});

import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { conformanceOffer } from './testing/conformance-offer';
import { callOverHttp, connected } from './testing/mcp-clients';
import { serveOffer } from './testing/serve-offer';

/** Needs no network: the official suite itself is run by hand, see infra/docs/mcp.md. */
describe('the MCP server with the tools of the conformance suite', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  beforeAll(async () => {
    gateway = await startGateway();
    serveOffer(
      gateway,
      conformanceOffer(() => Promise.resolve()),
    );
    base = await gateway.listen();
  });
  afterAll(() => gateway.stop());

  it('asks for inputs in rounds, with a signed state for each', async () => {
    const asked: string[] = [];
    const mcp = await connected(base, 'newest revision', {
      answer: (params) => {
        asked.push((params as { message: string }).message);
        return { action: 'accept', content: { name: 'Ada', color: 'blue' } };
      },
    });
    const result = await mcp.callTool('test_input_required_result_multi_round');
    expect(result.content[0]?.text).toContain('state-ok');
    expect(asked).toEqual(['What is your name?', 'Which colour?']);
    await mcp.close();
  });

  it.each([
    ['needs a capability that the client lacks', 'test_missing_capability', {}, -32_021],
    ['has a parameter that its header does not repeat', 'test_header', { region: 'eu' }, -32_020],
  ])('answers 400 to a call that %s', async (_, name, args, code) => {
    const response = await callOverHttp(gateway, name, args);
    expect([response.statusCode, response.json<{ error: { code: number } }>().error.code]).toEqual([400, code]);
  });

  it('returns an unexpected error as a result that does not show its message', async () => {
    const { result } = (await callOverHttp(gateway, 'test_error_handling', {})).json<{ result: object }>();
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('internal');
    expect(JSON.stringify(result)).not.toContain('fails for testing');
  });

  it.each(['newest revision', 'previous revision'] as const)(
    'sends progress and any kind of content to a client of the %s',
    async (generation) => {
      const mcp = await connected(base, generation);
      const progress: number[] = [];
      await mcp.callTool(
        'test_tool_with_progress',
        {},
        { onprogress: (at: { progress: number }) => progress.push(at.progress) },
      );
      expect(progress).toEqual([0, 50, 100]);
      const { content } = await mcp.callTool('test_multiple_content_types');
      expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource']);
      await mcp.close();
    },
  );
});

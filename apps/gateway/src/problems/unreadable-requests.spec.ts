import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

describe('bytes that are no HTTP request', () => {
  let gateway: GatewayUnderTest;
  let port: number;
  beforeAll(async () => {
    gateway = await startGateway();
    port = Number(new URL(await gateway.listen()).port);
  });
  afterAll(() => gateway.stop());

  it.each([
    ['no request line', '\u0000\u0001 nonsense\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['headers that are too large', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /v1/queries HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  ])('are answered with a problem that has an id: %s', async (_, bytes) => {
    const socket = connect(port, '127.0.0.1');
    // The gateway may close the connection before it has read everything.
    socket.on('error', () => undefined).write(bytes);
    const response = await text(socket);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\nContent-Type: application\/problem\+json/);
    const problem = JSON.parse(body) as { code: string; requestId: string };
    expect(problem.code).toBe('bad_request');
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  });
});

import type { RunView } from '@querent/contracts';
import { bearer, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';

type Asked = Parameters<GatewayUnderTest['request']>[0];

/** One response of the product: the outlet that sent it, and its bytes, headers first. */
export interface Sent {
  outlet: string;
  bytes: string;
}

/** A client, by default with a key without `sql:read`, that keeps every byte that it receives. */
export class Receiver {
  readonly sent: Sent[] = [];

  /** @param key the authorization header. Default: that of the test gateway's key `bob` */
  constructor(
    private readonly gateway: GatewayUnderTest,
    private readonly key: Record<string, string> = bearer('bob'),
  ) {}

  async call(outlet: string, asked: Asked): Promise<{ status: number; body: string; cookie: string | undefined }> {
    const response = await this.gateway.request({ as: null, ...asked, headers: { ...this.key, ...asked.headers } });
    this.sent.push({ outlet, bytes: `${JSON.stringify(response.headers)}\n${response.body}` });
    const [cookie] = response.cookies.map(({ name, value }) => `${name}=${value}`);
    return { status: response.statusCode, body: response.body, cookie };
  }

  async view(outlet: string, asked: Asked): Promise<RunView> {
    return JSON.parse((await this.call(outlet, asked)).body) as RunView;
  }

  /** Reads every representation of a run that its status allows. */
  async readAll(id: string): Promise<RunView> {
    const at = `/v1/queries/${id}`;
    const view = await this.view('view', { url: at });
    await this.mcp('mcp run', 'tools/call', { name: 'get_run', arguments: { run_id: id, wait: false } });
    if (view.finishedAt === null) return view;
    await this.call('events', { url: `${at}/events` });
    if (view.result !== null) {
      for (const [outlet, accept] of [
        ['page', 'application/json'],
        ['csv', 'text/csv'],
        ['ndjson', 'application/x-ndjson'],
      ] as const)
        await this.call(outlet, { url: `${at}/result`, headers: { accept } });
      await this.mcp('mcp rows', 'tools/call', { name: 'get_rows', arguments: { run_id: id } });
      for (const [outlet, part] of [
        ['mcp csv', 'rows.csv'],
        ['mcp page', 'rows'],
      ] as const)
        await this.mcp(outlet, 'resources/read', { uri: `querent://runs/${id}/${part}` });
    } else {
      await this.call('problem', { url: `${at}/result` });
    }
    if (view.chart !== null) {
      const { status } = await this.call('svg', { url: `${at}/chart.svg` });
      if (status !== 200) throw new Error(`The chart of the run ${id} was not drawn: ${status}`);
      await this.mcp('mcp chart', 'resources/read', { uri: `querent://runs/${id}/chart.svg` });
    }
    return view;
  }

  /** A request of an MCP client of the previous protocol revision. */
  async mcp(outlet: string, method: string, params: object): Promise<void> {
    const headers = { accept: 'application/json, text/event-stream' };
    const payload = { jsonrpc: '2.0', id: 1, method, params };
    const { status, body } = await this.call(outlet, { method: 'POST', url: '/mcp', headers, payload });
    if (status !== 200) throw new Error(`${method} over MCP was answered with ${status}: ${body}`);
  }
}

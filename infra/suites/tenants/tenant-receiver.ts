import type { RunView } from '@querent/contracts';
import type { GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { Receiver } from '../leak/receiver';
import { CONNECTION, keyHeader, type KeyKind } from './tenant-product';

/** A client with one of a tenant's keys that keeps every byte that it receives. */
export class TenantReceiver extends Receiver {
  constructor(gateway: GatewayUnderTest, tenant: string, kind: KeyKind) {
    super(gateway, keyHeader(tenant, kind));
  }

  override async readAll(id: string): Promise<RunView> {
    const view = await super.readAll(id);
    if (view.finishedAt !== null && view.result !== null)
      await this.call('arrow', {
        url: `/v1/queries/${id}/result`,
        headers: { accept: 'application/vnd.apache.arrow.stream' },
      });
    return view;
  }

  /**
   * Reads everything that the tenant's administrator can see.
   * @param since start of the entries of the audit trail (ISO 8601)
   */
  async administer(since: string): Promise<void> {
    const at = `/v1/connections/${CONNECTION}`;
    for (const [outlet, url, accept] of [
      ['schema', `${at}/schema`],
      ['model', `${at}/model`],
      ['samples', `${at}/samples?limit=100`],
      ['preferences', '/v1/preferences'],
      ['agents', '/v1/agents'],
      ['dead letters', '/v1/dead-letters'],
      ['openapi', '/openapi.json'],
      ['audit', `/v1/audit?limit=500&from=${since}`],
      ['audit ndjson', `/v1/audit?from=${since}`, 'application/x-ndjson'],
      ['audit csv', `/v1/audit?from=${since}`, 'text/csv'],
      ['metrics', '/metrics'],
    ] as const)
      await this.call(outlet, { url, headers: { accept: accept ?? 'application/json' } });
  }

  /** Approves the oldest pending sample. */
  async approveOne(): Promise<void> {
    const at = `/v1/connections/${CONNECTION}/samples`;
    const { samples } = JSON.parse((await this.call('samples', { url: `${at}?status=pending` })).body) as {
      samples?: { id: string }[];
    };
    const last = samples?.at(-1);
    if (last !== undefined)
      await this.call('approval', { method: 'POST', url: `${at}/${encodeURIComponent(last.id)}/approve` });
  }
}

/** Requests for another tenant's run. Each must be answered with 404. */
export const intrusions: readonly ((id: string) => Parameters<Receiver['call']>[1])[] = [
  (id) => ({ url: `/v1/queries/${id}` }),
  (id) => ({ url: `/v1/queries/${id}/events` }),
  (id) => ({ url: `/v1/queries/${id}/result` }),
  (id) => ({ url: `/v1/queries/${id}/result`, headers: { accept: 'text/csv' } }),
  (id) => ({ url: `/v1/queries/${id}/result`, headers: { accept: 'application/x-ndjson' } }),
  (id) => ({ url: `/v1/queries/${id}/result`, headers: { accept: 'application/vnd.apache.arrow.stream' } }),
  (id) => ({ url: `/v1/queries/${id}/chart.svg` }),
  (id) => ({ url: `/v1/queries/${id}/feedback` }),
  (id) => ({ url: `/v1/queries/${id}`, headers: { 'if-none-match': '*' } }),
  (id) => ({ url: `/v1/queries/${id}/events`, headers: { 'last-event-id': '0' } }),
  (id) => ({ method: 'POST', url: `/v1/queries/${id}/feedback`, payload: { rating: 'up' } }),
  (id) => ({
    method: 'POST',
    url: `/v1/queries/${id}/clarification`,
    payload: { clarificationId: 'c1', text: 'all of them' },
  }),
  (id) => ({ method: 'POST', url: `/v1/queries/${id}/cancel` }),
];

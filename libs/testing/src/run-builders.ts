import type { RunRequest } from '@querent/contracts';

interface Submitted {
  id: string;
  tenant: string;
  keyName: string;
  traceparent: string;
  request: RunRequest;
}

/** Builds a submitted question in the shape that the gateway passes to the saga. */
export function newRun(over: Partial<RunRequest> & { id: string; tenant?: string; keyName?: string }): Submitted {
  const { id, tenant = 'acme', keyName = 'app', ...request } = over;
  return {
    id,
    tenant,
    keyName,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    request: {
      question: 'how many orders',
      connection: 'commerce',
      locale: 'en',
      timezone: 'Asia/Shanghai',
      today: '2026-11-21',
      conversationId: null,
      agent: null,
      mode: 'auto',
      cache: 'use',
      maxRows: null,
      callbackUrl: null,
      ...request,
    },
  };
}

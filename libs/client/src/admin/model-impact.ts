import type { Routes } from '../api-names';
import type { Api, CallOptions } from '../http/api';

type Begin = Routes['POST /v1/connections/{name}/model/impact'];
/** What a draft of a model changes, question by question. */
export type ModelImpact = Begin['output'];

export interface ImpactOptions extends Pick<CallOptions, 'headers'> {
  /** Cancels the comparison. */
  signal?: AbortSignal | undefined;
  /** Called with each state that was read. */
  onProgress?(impact: ModelImpact): void;
}

/** Pause between two polls of a comparison, ms. */
const POLL_MS = 1_000;

/** Servers of an earlier version do not check definitions. */
const hasEnded = ({ status, definitions }: ModelImpact): boolean =>
  status !== 'queued' && status !== 'working' && (status !== 'done' || definitions?.status !== 'working');

/**
 * Compares a draft with the model in force, and waits until the comparison and the check of its definitions have ended.
 * @param draft as for `models.put`; null: compares with no model file
 * @returns its last state: `done`, or `failed` with its `error`, or `cancelled` if another caller cancelled it
 * @throws the reason of `signal`, after the comparison was cancelled; `comparison_running` while the tenant has another
 */
export async function modelImpact(
  api: Api,
  name: string,
  draft: Begin['input']['body'] | null,
  { signal, headers, onProgress }: ImpactOptions = {},
): Promise<ModelImpact> {
  let impact = await api.body('POST', '/v1/connections/{name}/model/impact', {
    path: { name },
    ...(draft === null ? {} : { body: draft }),
    signal,
    headers,
  });
  const path = { name, id: impact.id };
  try {
    for (;;) {
      onProgress?.(impact);
      if (hasEnded(impact)) return impact;
      await api.transport.pause(POLL_MS, signal);
      signal?.throwIfAborted();
      impact = await api.body('GET', '/v1/connections/{name}/model/impact/{id}', { path, signal, headers });
    }
  } catch (error) {
    // The comparison would hold the tenant's only turn.
    if (signal?.aborted)
      await api
        .body('POST', '/v1/connections/{name}/model/impact/{id}/cancel', { path, headers, isRepeatable: true })
        .catch(() => undefined);
    throw error;
  }
}

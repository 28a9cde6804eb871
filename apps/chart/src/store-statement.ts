import { setTimeout as pause } from 'node:timers/promises';
import type { SemanticCache, SharingGroup } from '@querent/cache';
import { triedSinceReply, vectorBlob, type Run } from '@querent/contracts';
import type { VectorIndex } from '@querent/retrieval';
import { z } from 'zod';

export interface StoreStatementDeps {
  cache: Pick<SemanticCache, 'put'>;
  /** Index of question vectors of an embedding model. */
  index: (model: string, dimension: number) => Pick<VectorIndex, 'upsert' | 'remove' | 'known'>;
  readBlob: (runId: string, name: string) => Promise<string | null>;
  /** Sharing scope of a run; null if its connection no longer exists. */
  scopeOf: (run: Run) => SharingGroup | null;
}

const vectorSchema = z.object({ model: z.string(), text: z.string(), vector: z.base64() });

/**
 * Stores the statement of a run in the semantic cache, for later questions with the same meaning. Only statements of
 * answers without doubts are stored, and neither a statement that came from the cache nor a planned one that had to be
 * repaired. Rejects if a store is unavailable.
 */
export async function storeStatement(run: Run, deps: StoreStatementDeps): Promise<void> {
  const { sharing, compiled, doubts, error, modelVersion, disclosures, result } = run.data;
  const scope = deps.scopeOf(run);
  if (
    sharing === null ||
    sharing.entry !== null ||
    compiled === null ||
    error !== null ||
    doubts.length > 0 ||
    modelVersion === null ||
    scope === null
  )
    return;
  const isRepaired =
    sharing.kind === 'planned' && (compiled.source === 'model' || triedSinceReply(run.data).length > 1);
  // The disclosures also mention cells that were cut in these rows, so they cannot be stored with the statement.
  const describesRows = sharing.kind === 'words' && (result?.cutCells ?? 0) > 0;
  const kept = isRepaired || describesRows ? null : await storedVector(run.id, sharing.text, deps);
  if (kept === null) return;
  const { model, vector } = kept;
  const floats = new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer);
  const statement = { compiled, disclosures: sharing.kind === 'words' ? disclosures : null, runId: run.id };
  await deps.cache.put(scope, sharing, statement, {
    index: deps.index(model, floats.length),
    vector: floats,
    version: modelVersion,
  });
}

const ATTEMPTS = 20;
const RETRY_DELAY_MS = 100;

/**
 * Waits for the question's vector. The intent worker embeds the question while the run continues, so a quick answer may
 * be ready first. After a reply, the stored vector may still belong to the previous question; such a vector is ignored.
 */
async function storedVector(
  runId: string,
  text: string,
  { readBlob }: StoreStatementDeps,
): Promise<z.infer<typeof vectorSchema> | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await readBlob(runId, vectorBlob);
    const kept = stored === null ? null : vectorSchema.parse(JSON.parse(stored));
    if (kept?.text === text) return kept;
    await pause(RETRY_DELAY_MS);
  }
  return null;
}

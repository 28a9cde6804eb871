import { setTimeout as pause } from 'node:timers/promises';
import type { SemanticCache, SharingGroup } from '@querent/cache';
import { triedSinceReply, vectorBlob, type Run } from '@querent/contracts';
import type { VectorIndex } from '@querent/retrieval';
import { z } from 'zod';

export interface StoreStatementDeps {
  cache: Pick<SemanticCache, 'put'>;
  /** The questions' vectors of an embedder's model. */
  index: (model: string, dimension: number) => Pick<VectorIndex, 'upsert' | 'remove' | 'known'>;
  readBlob: (runId: string, name: string) => Promise<string | null>;
  /** Null: there is no such connection (any more). */
  place: (run: Run) => SharingGroup | null;
}

const vectorSchema = z.object({ model: z.string(), text: z.string(), vector: z.base64() });

/**
 * Leaves the statement of a run that is answered without any doubt to later questions that mean the same: not one that
 * was taken over itself, nor a planner's that had to be mended. Rejects where a store is away.
 */
export async function storeStatement(run: Run, deps: StoreStatementDeps): Promise<void> {
  const { sharing, compiled, doubts, error, modelVersion, disclosures, result } = run.data;
  const place = deps.place(run);
  if (
    sharing === null ||
    sharing.entry !== null ||
    compiled === null ||
    error !== null ||
    doubts.length > 0 ||
    modelVersion === null ||
    place === null
  )
    return;
  const isMended = sharing.kind === 'planned' && (compiled.source === 'model' || triedSinceReply(run.data).length > 1);
  // What was said of these rows stands among what must be said of the statement.
  const tellsOfRows = sharing.kind === 'words' && (result?.cutCells ?? 0) > 0;
  const kept = isMended || tellsOfRows ? null : await vectorKept(run.id, sharing.text, deps);
  if (kept === null) return;
  const { model, vector } = kept;
  const floats = new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer);
  const statement = { compiled, disclosures: sharing.kind === 'words' ? disclosures : null, runId: run.id };
  await deps.cache.put(place, sharing, statement, {
    index: deps.index(model, floats.length),
    vector: floats,
    version: modelVersion,
  });
}

const LOOKS = 20;
const LOOK_EVERY_MS = 100;

/**
 * The intent worker has the question embedded while the run goes on: an answer that was quick may be there first. A run
 * that was read again, after a reply, may still have the vector of what it was before.
 */
async function vectorKept(
  runId: string,
  text: string,
  { readBlob }: StoreStatementDeps,
): Promise<z.infer<typeof vectorSchema> | null> {
  for (let look = 0; look < LOOKS; look++) {
    const stored = await readBlob(runId, vectorBlob);
    const kept = stored === null ? null : vectorSchema.parse(JSON.parse(stored));
    if (kept?.text === text) return kept;
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

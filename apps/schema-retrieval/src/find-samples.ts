import type { SampleFinder } from '@querent/retrieval';
import type { FindSamples } from './retrieve';

/** So many sample questions are worth showing beside a question. */
const MAX_SAMPLES = 3;

/**
 * The tenant's samples for a run. Those of a question that the planner has read are shown to nobody but a model that
 * repairs its statement: there likeness of words will do. A run goes on without samples rather than not at all.
 */
export function findSamples(finder: Pick<SampleFinder, 'find'>, onError: (error: unknown) => void): FindSamples {
  return async ({ tenant, request: { connection }, data }, { text }, model, signal) => {
    try {
      return await finder.find({ tenant, connection }, text, model, {
        limit: MAX_SAMPLES,
        byMeaning: data.semanticQuery === null,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
      return [];
    }
  };
}

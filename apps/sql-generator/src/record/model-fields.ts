import type { Run, RunData } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';

/**
 * Model version of a statement. If the model has changed since the question was read, the statement must not be shared
 * under the old version's key, because the change may be reverted.
 */
export const modelFields = ({ data }: Run, { version }: SemanticModel): Pick<RunData, 'modelVersion' | 'sharing'> => ({
  modelVersion: version,
  sharing: data.modelVersion === version ? data.sharing : null,
});

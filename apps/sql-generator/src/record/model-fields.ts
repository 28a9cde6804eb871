import type { Run, RunData } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';

/**
 * Which model a statement was made with. Where it is not the one that the question was understood with, for a file or
 * the schema has changed meanwhile, no statement may be kept under the former's key: the change may be taken back.
 */
export const ofModel = ({ data }: Run, { version }: SemanticModel): Pick<RunData, 'modelVersion' | 'sharing'> => ({
  modelVersion: version,
  sharing: data.modelVersion === version ? data.sharing : null,
});

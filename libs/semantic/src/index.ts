export * from './model/semantic-model';
export { labelOf, languageOf, namesOf, text } from './model/localized';
export { nameWords } from './model/name-words';
export type { ModelProblem } from './model/model-problem';
export type { ModelFile } from './model/file/model-file';
export { parseModelFile, type ParsedModelFile } from './model/file/parse-model-file';
export { resolveModel, type ResolveInput } from './model/resolve/resolve-model';
export { joinPath, looksUp, type JoinPath, type JoinStep } from './model/join-graph';

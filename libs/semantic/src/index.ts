export * from './model/semantic-model';
export { labelOf } from './model/localized';
export type { ModelProblem } from './model/model-problem';
export { modelFile as modelFileSchema, type ModelFile } from './model/file/model-file';
export { parseModelFile, type ParsedModelFile } from './model/file/parse-model-file';
export { modelFileProblems } from './model/resolve/model-file-problems';
export { resolutionSteps, resolveModel, type ResolveInput } from './model/resolve/resolve-model';
export { civilDaysOf, type CivilDays } from './model/civil-days';
export { boundedFigure } from './model/bounded-figure';
export { conditionsOfTerm } from './model/conditions-of-term';
export { joinPath, looksUp } from './model/join-graph';
export { isKeyLabel, keptIn, withRoles } from './model/role-tables';
export { lintSubjectOf } from './model/lint-subject';
export { compileQuery } from './compiler/compile-query';
export type { CompileOptions } from './compiler/compile-context';
export { signatureOf } from './signature/query-signature';
export { readsToday } from './signature/reads-today';
export { CompileError, type CompileErrorCode } from './compiler/compile-error';
export { attributeLabel, enumerate, say, whatIs } from './wording/words';
export { elapsedText } from './wording/elapsed-text';
export { holdsNumbers, isReadAsTime } from './model/holds-numbers';
export { nameInWords } from './model/name-words';
export { halfOfName } from './model/person-names';
export { type Attribute, namesOf, type Thing, thingsOf } from './model/things';
export { timeKindOf } from './compiler/time-sql';
export { meaningKey } from './recovery/meaning-key';
export {
  askAfterFailure,
  asksAfterFailure,
  type AskAfterFailureInput,
  type Failure,
} from './recovery/ask-after-failure';
export {
  askForLess,
  muchSmallerQuestions,
  smallerQuestions,
  type AskForLessInput,
  type HeldDays,
  type SmallerQuestion,
} from './recovery/ask-for-less';
export { applyRecovery, type Recovered } from './recovery/apply-recovery';
export { pauseAfterFailure, pausedToAsk, type PauseDeps } from './recovery/pause-after-failure';
export { askInWords, nextModelKey, offeredQuestion, offerOf, plannersQuestion } from './recovery/ask-in-words';
export { pauseFor, type PauseClock } from './recovery/pause';
export { describeFilter, describeQuery } from './recovery/describe-query';
export { describeOutputs } from './description/describe-outputs';
export { describeConditions } from './description/describe-conditions';

/**
 * Derives the semantic model from a schema and overlays the model file: names, joins, metrics, expressions, the
 * table of aggregates.
 */
export {
  addsUp,
  AGGREGATE_NAMES,
  AGGREGATES,
  aggregateCalled,
  isCounted,
  isExtreme,
  isMean,
  isOver,
  keepsFormat,
  type MeanFunction,
} from './aggregates';
export { boundedFigure } from './bounded-figure';
export { type CivilDays, civilDaysOf } from './civil-days';
export { conditionsOfTerm } from './conditions-of-term';
export { draftModelFile } from './draft/draft-model-file';
export { deriveTable } from './derive/derive-table';
export { derivedNames } from './derive/derived-names';
export { type Call, type Expression, columnsOf, partsOf, tablesOf, walk } from './expression/expression';
export { isAggregate } from './expression/function-allowlist';
export { parseExpression } from './expression/parse-expression';
export { type ModelFile, modelFile as modelFileSchema } from './file/model-file';
export { parseModelFile } from './file/parse-model-file';
export { holdsNumbers, isReadAsTime } from './holds-numbers';
export { type JoinStep, homeOf, joinPath, looksUp } from './join-graph';
export { lintSubjectOf } from './lint-subject';
export { labelOf, languageOf, noWords, text } from './localized';
export type { ModelProblem } from './model-problem';
export { nameInWords, nameWords } from './name-words';
export { halfOfName } from './person-names';
export { modelFileProblems } from './resolve/model-file-problems';
export { resolutionSteps, resolveModel } from './resolve/resolve-model';
export { isKeyLabel, keptIn, withRoles } from './role-tables';
export { rowKey } from './row-key';
export type {
  ColumnCategory,
  ColumnRole,
  Locale,
  Localized,
  LocalizedList,
  ModelColumn,
  ModelEntity,
  ModelField,
  ModelFilter,
  ModelJoin,
  ModelMetric,
  ModelTable,
  ModelTerm,
  SemanticModel,
} from './semantic-model';
export { type Definition, definitionsIn, definitionsOf } from './signature/definitions-in';
export { signatureOf } from './signature/query-signature';
export { readsToday } from './signature/reads-today';
export { type Attribute, type Thing, namesOf, thingsOf } from './things';
export { OPERATORS, type Wording, attributeOf, columnText } from './wording/column-text';
export { elapsedAmount, elapsedText, elapsedUnit } from './wording/elapsed-text';
export { recurrenceText, timePartNames } from './wording/recurrence-text';
export { attributeLabel, enumerate, label, say, valueLabel, whatIs } from './wording/words';

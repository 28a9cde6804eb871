/** Reads questions with the model in force and with a draft of it, and keeps what differs in Redis. */
export { compareReadings, meaningsIn, type ModelMeanings } from './compare-readings';
export { impactSteps, type ImpactInput } from './impact-steps';
export {
  changeClasses,
  impactClasses,
  impactSchema,
  impactStatuses,
  isEnded,
  questionSources,
  type Impact,
  type ImpactChange,
  type ImpactClass,
  type ImpactResult,
} from './impact';
export { ImpactStore, type NewImpact } from './impact-store';
export { knownQuestions, type KnownQuestion, type QuestionSource } from './known-questions';

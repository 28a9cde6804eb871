/** Reads questions with the model in force and with a draft of it, and keeps what differs in Redis. */
export type { ModelMeanings } from './compare-readings';
export {
  definitionCheckSchema,
  definitionChecksSchema,
  type DefinitionCheck,
  type KeptCheck,
} from './definition-checks';
export { impactSteps } from './impact-steps';
export { changeSchema, impactSchema, impactSummarySchema, isEnded, readingSchema, type Impact } from './impact';
export { ImpactStore } from './impact-store';
export { knownQuestions } from './known-questions';

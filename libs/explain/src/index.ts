/**
 * Words a semantic query and the conditions of a statement that a model wrote; the clarification after a failed or
 * too costly statement. It is unrelated to EXPLAIN of PostgreSQL.
 */
export { describeConditions } from './description/describe-conditions';
export { describeOutputs } from './description/describe-outputs';
export { applyRecovery } from './recovery/apply-recovery';
export {
  type AskAfterFailureInput,
  type Failure,
  askAfterFailure,
  asksAfterFailure,
} from './recovery/ask-after-failure';
export {
  type AskForLessInput,
  type HeldDays,
  type SmallerQuestion,
  askForLess,
  muchSmallerQuestions,
  smallerQuestions,
} from './recovery/ask-for-less';
export { askInWords, nextModelKey, offerOf, offeredQuestion, plannersQuestion } from './recovery/ask-in-words';
export { type PartTexts, describeFilter, describeParts, describeQuery } from './wording/describe-query';
export { meaningKey } from './recovery/meaning-key';
export { type PauseClock, pauseFor } from './recovery/pause';
export { type PauseDeps, pauseAfterFailure, pausedToAsk } from './recovery/pause-after-failure';

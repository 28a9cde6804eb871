/**
 * Plans a question. With one likely reading it is answered, with several the user is asked, without one it is
 * declined. Interprets replies.
 */
export { columnsInOption } from './answers/condition-id';
export { wordAskedAbout } from './answers/asks/ask-which-part';
export { type Explanation, explainQuestion } from './explain';
export type { PlanInput } from './plan-input';
export { lexiconSteps } from './lexicon-steps';
export { planQuestion } from './plan-question';
export { ALTERNATIVES_SOUGHT, type AlternativesSought, PART_KINDS, type Preview } from './preview/preview';
export {
  type AlternativeSearch,
  conclusionOf,
  type PreviewInput,
  previewQuestion,
  previewSteps,
} from './preview/preview-question';
export { questionKind } from './question-kind';
export { nearQuestions } from './recovery/near-questions';
export { interpretReply } from './replies/interpret-reply';
export type { Interpretation } from './replies/reply';
export { questionKey } from './sharing/question-key';
export { typicalQuestions } from './typical-questions';
export { usesReservedWords } from './reserved-words';
export { isContinuation } from '@querent/follow-ups';

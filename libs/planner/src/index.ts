export { wordAskedAbout } from './answers/asks/ask-which-part';
export { type Explanation, explainQuestion } from './explain';
export type { PlanInput } from './plan-input';
export { interpretReply, isContinuation, kindOf, planQuestion, usesReservedWords, wordsSteps } from './plan-question';
export { readQuestion } from './read-question';
export { nearQuestions } from './recovery/near-questions';
export { readReply } from './replies/read-reply';
export type { Interpretation } from './replies/reply';
export { questionKey } from './sharing/question-key';

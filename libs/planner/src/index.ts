export { explainQuestion, type Explanation } from './explain';
export { interpretReply, isContinuation, kindOf, planQuestion, usesReservedWords, wordsSteps } from './plan-question';
export type { PlanInput } from './plan-input';
export { nearQuestions } from './recovery/near-questions';
export { questionKey } from './sharing/question-key';
export { readQuestion } from './read-question';
export { readingsOf } from './readings';
export { readReply } from './replies/read-reply';
export type { Interpretation, Reply, ReplyContext } from './replies/reply';

export { explain } from './explain';
export { isContinuation, kindOf, planQuestion, usesReservedWords } from './plan-question';
export { questionKey } from './sharing/question-key';
export { readQuestion } from './read-question';
export { readingsOf } from './readings';

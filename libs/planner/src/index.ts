export { explain } from './explain';
export { planQuestion, usesReservedWords } from './plan-question';
export { readQuestion } from './read-question';
export { readingsOf } from './readings';

export { explain } from './explain';
export { planQuestion } from './plan-question';
export { readQuestion } from './read-question';
export { readingsOf } from './readings';

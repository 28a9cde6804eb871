export { explain } from './explain';
export { readQuestion } from './read-question';
export { readingsOf } from './readings';

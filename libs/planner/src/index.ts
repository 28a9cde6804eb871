export { readQuestion } from './read-question';
export { readingsOf, type Reading, type Readings } from './readings';

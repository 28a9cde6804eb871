export { isContinuation } from './continuation';
export { TURN_CONSTRUCTIONS } from './turn-constructions';
export { withTurns } from './turn-readings';

/** Reads a question that changes the previous question: its period, conditions, figures, groups or order. */
export { isContinuation } from './continuation';
export { TURN_CONSTRUCTIONS } from './turn-constructions';
export { withTurns } from './turn-readings';

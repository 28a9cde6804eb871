export { goesOn } from './goes-on';
export { TURN_CONSTRUCTIONS } from './turn-constructions';
export { withTurns } from './turn-readings';

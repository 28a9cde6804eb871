/** Suggested further questions, each read and compiled before it is offered. */
export { isAdditive } from './additivity';
export { followUps } from './follow-up-questions';
export { surelyAnswered } from './surely-answered';

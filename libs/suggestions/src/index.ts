export { isAdditive } from './additivity';
export { followUps } from './follow-up-questions';
export { surelyAnswered } from './surely-answered';

/** Habits of users, and the last answered question of each conversation. */
export { Conversations } from './conversations';
export { decisionOf, firmDecision, type HabitBook, type TakenChoice } from './habit';
export { Habits, type Preference } from './habits';
export type { MemorySettings } from './memory-settings';
export { principalOf, type Principal } from './principal';

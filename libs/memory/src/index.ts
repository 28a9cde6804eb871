/** Habits of users, and the last answered question of each conversation; how both decide the reading of a question. */
export { Conversations } from './conversations';
export { isForgetRequest } from './forget-request';
export { type HabitBook, type TakenChoice } from './habit';
export { concernsHabits, decidedByHabits, isHabitual } from './habitual';
export { Habits, type Preference } from './habits';
export type { MemorySettings } from './memory-settings';
export { principalOf, type Principal } from './principal';
export { redecidedPlan } from './redecided-plan';

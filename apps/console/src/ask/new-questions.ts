import { observable } from '../observable';

/** How often the user has begun a new question in this page; each time the field takes the focus. */
export const newQuestions = observable(0);

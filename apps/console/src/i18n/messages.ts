import type { en } from './en';

/** The texts of the page in one language. English has the shape; the others must match it. */
export type Messages = typeof en;

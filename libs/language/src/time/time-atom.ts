import type { TimeReading } from './time-reading';

/** A reading with its place in the text. */
export interface TimeAtom extends TimeReading {
  start: number;
  end: number;
}

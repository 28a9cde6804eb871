import type { TimeReading } from './time-reading';

/** A reading with its position in the text. */
export interface TimeAtom extends TimeReading {
  start: number;
  end: number;
}

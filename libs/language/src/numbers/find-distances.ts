import type { Span } from '../phrases/phrase-table';
import { findNumbers } from './find-numbers';
import { METERS } from './units';

/** A distance. Its span includes 以内, within and similar words: even without them a distance means "no farther". */
export interface DistanceMatch extends Span {
  meters: number;
}

const BEFORE =
  /(?:within(?: a (?:radius|distance) of)?|in a radius of|less than|under|no more than|up to|方圆|不超过|小于|少于)\s*$/i;
const AFTER = /^\s?(?:以内|之内|范围内|范围以内|内(?![容部存])|radius)/i;

/** Distances such as 5公里, 十公里以内, 500 m, within 3 miles. */
export function findDistances(text: string): DistanceMatch[] {
  return findNumbers(text).flatMap((number) => {
    const factor = METERS[number.unit ?? ''];
    if (factor === undefined || number.ordinal) return [];
    const start = number.start - (BEFORE.exec(text.slice(0, number.start))?.[0].length ?? 0);
    const end = number.end + (AFTER.exec(text.slice(number.end))?.[0].length ?? 0);
    return [{ start, end, text: text.slice(start, end), meters: Number((number.value * factor).toPrecision(12)) }];
  });
}

import type { Mention } from './mention';

/**
 * A question has some dozen words of content, a crowded one fifty. To combine them takes time that grows with their square or worse, once for
 * each reading that is tried; what has more is no question that can be read word by word.
 */
export const MOST_MENTIONS = 80;

export const isTooLong = (mentions: readonly Mention[]): boolean => mentions.length > MOST_MENTIONS;

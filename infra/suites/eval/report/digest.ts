import { createHash } from 'node:crypto';

/** Names a text; sixteen hexadecimal digits are enough to tell two versions of a file apart. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

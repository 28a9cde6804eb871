import { createHash } from 'node:crypto';

/** Hash of a text. Sixteen hexadecimal digits are enough to distinguish versions of a file. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

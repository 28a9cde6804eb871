import type { Remedy } from './remedy';

/** A statement that was not started, because its estimated cost exceeds the connection's limit. */
export const TOO_EXPENSIVE = {
  name: 'too_expensive',
  text: {
    zh: '这个问题预计要处理的数据超出了允许的范围，因此没有开始计算。',
    en: 'The question would go through more data than is allowed, so it was not started.',
  },
  remedies: ['narrow_time', 'use_totals', 'first_rows'],
} as const satisfies { name: string; text: { zh: string; en: string }; remedies: readonly Remedy[] };

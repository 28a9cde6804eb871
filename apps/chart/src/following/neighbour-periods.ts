import type { Locale } from '@querent/contracts';

/** What to ask next about time: the period before, or the one that goes on. Longer words stand before shorter ones. */
export const neighbourPeriods: Record<Locale, readonly { words: RegExp; instead: string }[]> = {
  zh: [
    { words: /上个季度|上季度/, instead: '本季度' },
    { words: /本季度|这个季度/, instead: '上季度' },
    { words: /上个月|上月/, instead: '本月' },
    { words: /本月|这个月/, instead: '上个月' },
    { words: /上周/, instead: '本周' },
    { words: /本周|这周/, instead: '上周' },
    { words: /去年/, instead: '今年' },
    { words: /今年/, instead: '去年' },
    { words: /昨天/, instead: '今天' },
    { words: /今天/, instead: '昨天' },
  ],
  en: [
    { words: /last quarter/i, instead: 'this quarter' },
    { words: /this quarter/i, instead: 'last quarter' },
    { words: /last month/i, instead: 'this month' },
    { words: /this month/i, instead: 'last month' },
    { words: /last week/i, instead: 'this week' },
    { words: /this week/i, instead: 'last week' },
    { words: /last year/i, instead: 'this year' },
    { words: /this year/i, instead: 'last year' },
    { words: /yesterday/i, instead: 'today' },
    { words: /\btoday\b/i, instead: 'yesterday' },
  ],
};

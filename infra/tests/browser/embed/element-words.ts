/** What the element calls things, beside the words of the console. */
export const elementWords = {
  en: {
    missing: 'Questions cannot be asked here yet.',
    failed: 'You could not be signed in for questions.',
    refused: 'Your sign-in for questions has ended.',
    noData: 'This data is not available to you.',
  },
  zh: {
    missing: '这里暂时还不能提问。',
    failed: '未能为您开通提问。',
    refused: '您的提问登录已失效。',
    noData: '您无法使用这份数据。',
  },
} as const;

import { useLocale } from '../surface/surface';

const en = {
  waiting: 'Getting ready …',
  missing: 'Questions cannot be asked here yet.',
  missingHint: 'This page has not signed you in for questions. Reload the page, or ask its owner.',
  failed: 'You could not be signed in for questions.',
  failedHint: 'Your sign-in on this page may have ended. Sign in again if the page asks for it, then try again.',
  refused: 'Your sign-in for questions has ended.',
  refusedHint: 'Try again. If it happens again, reload the page.',
  forbidden: 'You may not ask questions here.',
  forbiddenHint: 'Ask the owner of this page if you need it.',
  noData: 'This data is not available to you.',
  broken: 'This part of the page could not be shown.',
};

const zh: typeof en = {
  waiting: '正在准备……',
  missing: '这里暂时还不能提问。',
  missingHint: '本页面尚未为您开通提问。请刷新页面，或联系页面的负责人。',
  failed: '未能为您开通提问。',
  failedHint: '您在本页面的登录可能已失效。如页面要求，请重新登录，然后重试。',
  refused: '您的提问登录已失效。',
  refusedHint: '请重试。如果仍然出现，请刷新页面。',
  forbidden: '您没有在这里提问的权限。',
  forbiddenHint: '如有需要，请联系页面的负责人。',
  noData: '您无法使用这份数据。',
  broken: '这部分内容无法显示。',
};

/** Texts of the element for pages of others. */
export const useTexts = (): typeof en => (useLocale() === 'zh' ? zh : en);

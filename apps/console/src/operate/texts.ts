import { useLocale } from '../i18n/use-messages';
import { en } from './texts-en';
import { zh } from './texts-zh';

/** Texts of the pages for administrators and operators, which are loaded with them. English has the shape. */
export type OperateTexts = typeof en;

export const useTexts = (): OperateTexts => (useLocale() === 'zh' ? zh : en);

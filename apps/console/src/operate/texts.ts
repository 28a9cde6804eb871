import { useLocale } from '../surface/surface';
import { en, type OperateTexts } from './texts-en';
import { zh } from './texts-zh';

/** Texts of the pages for administrators and operators, which are loaded with them. */
export const useTexts = (): OperateTexts => (useLocale() === 'zh' ? zh : en);

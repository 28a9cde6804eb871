import { useLocale } from '../surface/surface';
import { en } from './texts-en';
import { zh } from './texts-zh';

/** The texts of the pages about models. */
export const useTexts = (): typeof en => (useLocale() === 'zh' ? zh : en);

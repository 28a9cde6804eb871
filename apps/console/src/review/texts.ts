import { useLocale } from '../surface/surface';
import { en } from './texts-en';
import { zh } from './texts-zh';

export const useTexts = (): typeof en => (useLocale() === 'zh' ? zh : en);

export type Locale = 'zh' | 'en';

/**
 * A Han character carries about as much meaning as a short word, so a fifth of the letters is enough: "统计VIP
 * customers的订单" is Chinese.
 */
const HAN_SHARE = 0.2;

/** The language of a question, by the share of Han characters among its letters. Without letters it is English. */
export function detectLocale(text: string): Locale {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters > 0 && han / letters >= HAN_SHARE ? 'zh' : 'en';
}

/** Whether a text is written in Chinese. */
export function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

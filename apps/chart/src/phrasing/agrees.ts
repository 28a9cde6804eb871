/** Equal, or rounded to what is written: at least two decimals or three digits of it. */
export function agrees(said: number, known: number, text: string): boolean {
  // 7% of a ratio of 0.07 is 7.000000000000001 to a computer.
  if (Math.abs(said - known) <= 1e-12 * Math.abs(known)) return true;
  const digits = /\d[\d,]*(?:\.(?<decimals>\d+))?/.exec(text);
  if (digits === null) return false;
  const written = Number(digits[0].replaceAll(',', ''));
  const scale = written === 0 ? 1 : Math.abs(said / written);
  const decimals = digits.groups?.['decimals']?.length ?? 0;
  const significant = digits[0].replace(/[,.]/g, '').replace(/^0+/, '').length;
  const isPrecise = decimals >= 2 || significant >= 3 || (scale === 1 && decimals >= 1);
  return isPrecise && Math.abs(said - known) <= (scale * 10 ** -decimals) / 2 + 1e-9;
}

/** Whether a written number equals a known one, or is its rounding to at least two decimals or three digits. */
export function agrees(value: number, known: number, text: string): boolean {
  // Floating-point tolerance: a ratio of 0.07 as a percentage is 7.000000000000001.
  if (Math.abs(value - known) <= 1e-12 * Math.abs(known)) return true;
  const digits = /\d[\d,]*(?:\.(?<decimals>\d+))?/.exec(text);
  if (digits === null) return false;
  const written = Number(digits[0].replaceAll(',', ''));
  const scale = written === 0 ? 1 : Math.abs(value / written);
  const decimals = digits.groups?.['decimals']?.length ?? 0;
  const significant = digits[0].replace(/[,.]/g, '').replace(/^0+/, '').length;
  const isPrecise = decimals >= 2 || significant >= 3 || (scale === 1 && decimals >= 1);
  return isPrecise && Math.abs(value - known) <= (scale * 10 ** -decimals) / 2 + 1e-9;
}

import type { Locale } from '../locale';

export interface NumberFormat {
  /** At most this many decimals (default 2); fewer where they would be zeros. */
  decimals?: number;
  /** Written after the value: 元, 分, points, %. Latin words get a space before them. */
  unit?: string;
  /** Multiply by 100 and write %. */
  percent?: boolean;
}

const TAGS: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en-US' };

/**
 * A number for people: grouped digits, rounded half away from zero. Accepts numerics as strings and keeps every digit
 * of their integer part. Any other text is returned unchanged.
 */
export function formatNumber(
  value: number | string,
  locale: Locale,
  { decimals = 2, unit, percent = false }: NumberFormat = {},
): string {
  const text = typeof value === 'number' ? String(value) : value.trim();
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return String(value);
  // Intl reads decimal strings exactly; its TypeScript declaration calls them StringNumericLiteral.
  const formatted = formatOf(locale, decimals, percent ? 'percent' : 'decimal')
    .format(text as `${number}`)
    .replace(/^-(?=[0.,]*%?$)/, '');
  return withUnit(formatted, unit);
}

/** Cached: constructing a format costs as much as forty uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, decimals: number, style: 'percent' | 'decimal'): Intl.NumberFormat {
  const key = `${locale} ${decimals} ${style}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: decimals, style });
  formats.set(key, format);
  return format;
}

function withUnit(formatted: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return formatted;
  return /^[a-z]/i.test(unit) ? `${formatted} ${unit}` : formatted + unit;
}

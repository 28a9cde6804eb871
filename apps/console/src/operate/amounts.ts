import { useMemo } from 'react';
import { useLocale } from '../surface/surface';

const units = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** Writes durations and sizes in the page's language: `148 ms`, `13.3 sec`, `2 min 5 sec`, `1.2 MB`. */
export function useAmounts(): {
  duration: (ms: number) => string;
  size: (bytes: number) => string;
  /** Time of the day with seconds. */
  clock: (iso: string) => string;
} {
  const tag = useLocale() === 'zh' ? 'zh-CN' : 'en';
  return useMemo(() => {
    const written = (value: number, unit: string, digits = 0): string =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      }).format(value);
    const duration = (given: number): string => {
      const ms = Math.max(0, Math.round(given));
      if (ms < 1_000) return written(ms, 'millisecond');
      if (ms < 60_000) return written(ms / 1_000, 'second', 1);
      const [large, small] = ms < 3_600_000 ? [units[1], units[2]] : [units[0], units[1]];
      const whole = Math.floor(ms / large.ms);
      const rest = Math.floor((ms % large.ms) / small.ms);
      return rest === 0 ? written(whole, large.unit) : `${written(whole, large.unit)} ${written(rest, small.unit)}`;
    };
    const size = (bytes: number): string => {
      const step = Math.min(4, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
      return written(bytes / 1024 ** step, ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'][step] ?? 'byte', 1);
    };
    const clock = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' });
    return { duration, size, clock: (iso) => clock.format(new Date(iso)) };
  }, [tag]);
}

import { createContext, useContext, useMemo } from 'react';
import { useLocale, type Locale } from '../surface/surface';
import type { Messages } from './messages';

export const MessagesContext = createContext<Messages | null>(null);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (messages === null) throw new Error('MessagesContext is missing');
  return messages;
}

/** Loads a language when it is first shown. */
export async function loadMessages(language: Locale): Promise<Messages> {
  return language === 'zh' ? (await import('./zh')).zh : (await import('./en')).en;
}

const MINUTE = 60_000;

/** Dates and numbers as the language writes them. */
export function useFormats(): {
  number: (value: number) => string;
  time: (iso: string) => string;
  /** As `time`, with seconds. */
  moment: (iso: string) => string;
  ago: (iso: string) => string;
  /** Seconds with one digit after the point, at least 0.1. */
  seconds: (ms: number) => string;
} {
  const language = useLocale();
  return useMemo(() => {
    const tag = language === 'zh' ? 'zh-CN' : 'en';
    const number = new Intl.NumberFormat(tag);
    const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
    const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' });
    const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    const seconds = new Intl.NumberFormat(tag, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
    return {
      seconds: (ms) => seconds.format(Math.max(100, ms) / 1_000),
      number: (value) => number.format(value),
      time: (iso) => time.format(new Date(iso)),
      moment: (iso) => moment.format(new Date(iso)),
      ago: (iso) => {
        const minutes = Math.round((Date.parse(iso) - Date.now()) / MINUTE);
        if (minutes > -60) return relative.format(Math.min(0, minutes), 'minute');
        if (minutes > -1440) return relative.format(Math.round(minutes / 60), 'hour');
        return minutes > -1440 * 7 ? relative.format(Math.round(minutes / 1440), 'day') : time.format(new Date(iso));
      },
    };
  }, [language]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The civil date (`YYYY-MM-DD`) in an IANA time zone at an instant. */
export function civilDateIn(timezone: string, at: Date): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    // Making a formatter costs 30 µs and more; zones come from outside, so the memory is bounded.
    if (formats.size >= 1000) formats.clear();
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timezone, format);
  }
  return format.format(at);
}

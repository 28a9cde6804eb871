/** The civil date of a moment in a time zone, YYYY-MM-DD. */
export const civilDay = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  );

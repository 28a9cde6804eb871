/** The event after which a client resumes; 0, from the start, for what is not one of our ids. */
export function lastEventId(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Sequence number after which a client resumes; 0 (the start) if the header holds no id of this API. */
export function lastEventId(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

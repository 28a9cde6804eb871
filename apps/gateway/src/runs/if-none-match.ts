/** Whether `If-None-Match` names the tag; it compares weakly (RFC 9110 §13.1.2). */
export function tagMatches(header: string | undefined, tag: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((candidate) => opaque(candidate) === opaque(tag)))
  );
}

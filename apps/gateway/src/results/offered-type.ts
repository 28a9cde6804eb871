/**
 * Content negotiation among `offered` media types by an Accept header (RFC 9110 §12.5.1); null if none is acceptable,
 * the first without a header.
 */
export function offeredType<T extends string>(accept: string | undefined, offered: readonly T[]): T | null {
  if (accept === undefined || accept.trim() === '') return offered[0] ?? null;
  const ranges = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined);
    return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) };
  });
  const scored = offered
    .map((type) => ({ type, quality: qualityOf(type, ranges) }))
    .filter(({ quality }) => quality > 0);
  scored.sort((a, b) => b.quality - a.quality);
  return scored[0]?.type ?? null;
}

/** The most specific matching range decides, so an explicit `q=0` overrides a wildcard. */
function qualityOf(type: string, ranges: { type: string; quality: number }[]): number {
  const fitting = [type, `${type.split('/')[0]}/*`, '*/*']
    .map((wanted) => ranges.find((range) => range.type === wanted))
    .find((range) => range !== undefined);
  return fitting?.quality ?? 0;
}

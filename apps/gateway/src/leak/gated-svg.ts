import type { Row } from '@querent/contracts';
import type { Door } from './gate-keeper';

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&apos;': "'" };
const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/**
 * A drawing with its texts gated: it was drawn before anybody knew who would look at it. Titles and axis names stand in the same
 * kind of node as the data, which is known by the result's `rows`.
 */
export function gatedSvg(svg: string, door: Door, rows: readonly Row[]): string {
  return svg.replace(/>([^<]+)</g, (node, escaped: string) => {
    const text = escaped.replace(/&(?:lt|gt|amp|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
    const gated = door.text(text, 'label', rows);
    return gated === text ? node : `>${gated.replace(/[<>&]/g, (character) => escapes[character] ?? character)}<`;
  });
}

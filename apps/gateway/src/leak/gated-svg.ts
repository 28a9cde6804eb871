import type { Row } from '@querent/contracts';
import { z } from 'zod';
import type { Door } from './gate-keeper';

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
};
const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/**
 * A drawing with its texts gated: it was drawn before anybody knew who would look at it. Titles and axis names stand in
 * the same kind of node as the data, which is known by the result's `rows`. Each line of the title is a node: alone,
 * none may show what the `title` says.
 */
export function gatedSvg(svg: string, door: Door, rows: readonly Row[], title: string): string {
  const gatedTitle = door.text(title, 'label', rows);
  const [firstLine, ...lines] = gatedTitle === title ? [] : title.split('\n');
  return svg.replace(/>([^<]+)</g, (node, escaped: string) => {
    const text = escaped.replace(/&(?:lt|gt|amp|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
    const gated =
      text === firstLine
        ? gatedTitle.replaceAll('\n', ' ')
        : lines.includes(text)
          ? ''
          : door.text(text, 'label', rows);
    return gated === text ? node : `>${gated.replace(/[<>&]/g, (character) => escapes[character] ?? character)}<`;
  });
}

/** The title of a chart's specification, a line break where it is drawn on two lines; empty where it has none. */
export function chartTitle(spec: Record<string, unknown>): string {
  const parsed = z.object({ title: z.object({ text: z.string() }) }).safeParse(spec);
  return parsed.success ? parsed.data.title.text : '';
}

import type { Row } from '@querent/contracts';
import { z } from 'zod';
import type { ReaderGate } from './gate-keeper';

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
 * Gates the texts of an SVG, which was drawn before its reader was known. Titles, axis names and data are in the same
 * kind of node; data is recognised by the result's `rows`. Each line of the title is its own node, so the title is
 * gated as a whole: a stopped title must not show line by line.
 */
export function gatedSvg(svg: string, gate: ReaderGate, rows: readonly Row[], title: string): string {
  const gatedTitle = gate.text(title, 'label', rows);
  const [firstLine, ...lines] = gatedTitle === title ? [] : title.split('\n');
  return svg.replace(/>([^<]+)</g, (node, escaped: string) => {
    const text = escaped.replace(/&(?:lt|gt|amp|quot|apos|#39);/g, (entity) => entities[entity] ?? entity);
    const gated =
      text === firstLine
        ? gatedTitle.replaceAll('\n', ' ')
        : lines.includes(text)
          ? ''
          : gate.text(text, 'label', rows);
    return gated === text ? node : `>${gated.replace(/[<>&]/g, (character) => escapes[character] ?? character)}<`;
  });
}

/** Title in a chart's specification, with a line break if it is drawn on two lines; empty if there is none. */
export function chartTitle(spec: Record<string, unknown>): string {
  const parsed = z.object({ title: z.object({ text: z.string() }) }).safeParse(spec);
  return parsed.success ? parsed.data.title.text : '';
}

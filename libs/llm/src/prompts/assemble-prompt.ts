import { estimateTokens } from './estimate-tokens';
import { PromptTooLongError, type Prompt, type PromptLimits } from './prompt';
import { fitParts, type Part } from './parts/prompt-part';
import type { PromptText } from './prompt-texts';
import { fenced, fenceKey } from './parts/untrusted-text';

export interface PromptDraft {
  text: PromptText;
  runId: string;
  /** Our own text, placed unfenced before the blocks. */
  header: string;
  parts: readonly Part[];
}

/**
 * Assembles a prompt within its budget: header, then the fenced blocks in the order of their parts.
 * @throws PromptTooLongError if the mandatory parts alone are too long
 */
export function assemblePrompt({ text, runId, header, parts }: PromptDraft, { maxTokens }: PromptLimits): Prompt {
  const key = fenceKey(
    runId,
    parts.map((part) => part.text),
  );
  const fixed = tokensOf(text) + estimateTokens(header);
  const room = maxTokens - fixed;
  const { kept, dropped, tokens, over } = fitParts(parts, room, (block) =>
    estimateTokens(`\n\n${fenced(block, '', key)}`),
  );
  if (over > 0) throw new PromptTooLongError(maxTokens + over, maxTokens);
  const bodies = new Map<string, string>();
  for (const { block, text: piece } of kept) bodies.set(block, (bodies.get(block) ?? '') + piece);
  const user = [header, ...[...bodies].map(([block, body]) => fenced(block, body.replace(/^\n/, ''), key))].join(
    '\n\n',
  );
  return { system: text.text, user, version: text.version, tokens: fixed + tokens, dropped };
}

const measured = new Map<string, number>();

/** The fixed texts are measured once. */
function tokensOf({ version, text }: PromptText): number {
  const known = measured.get(version) ?? estimateTokens(text);
  measured.set(version, known);
  return known;
}
